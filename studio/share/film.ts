// Recording of the view: WebM where the browser can record a canvas, or a GIF of a few seconds.

/** Records the first canvas of the motion for so many seconds. */
export function recordVideo(canvas: HTMLCanvasElement, seconds: number): Promise<Blob> {
  const stream = canvas.captureStream(30);
  const recorder = new MediaRecorder(stream, { mimeType: 'video/webm' });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  return new Promise((resolve, reject) => {
    recorder.onstop = () => resolve(new Blob(pieces, { type: 'video/webm' }));
    recorder.onerror = () => reject(new Error('the browser could not record the view'));
    recorder.start();
    setTimeout(() => recorder.stop(), 1000 * seconds);
  });
}

const framesPerSecond = 20;
const widest = 480;

export async function recordGif(
  canvas: HTMLCanvasElement,
  seconds: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { GIFEncoder, quantize, applyPalette } = await import('gifenc');
  const scale = Math.min(1, widest / canvas.width);
  const [width, height] = [Math.round(canvas.width * scale), Math.round(canvas.height * scale)];
  const small = new OffscreenCanvas(width, height);
  const context = small.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no canvas to draw on');
  const gif = GIFEncoder();
  for (let k = 0; k < seconds * framesPerSecond; k++) {
    context.fillStyle = getComputedStyle(canvas).getPropertyValue('--paper') || '#ffffff';
    context.fillRect(0, 0, width, height);
    context.drawImage(canvas, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const palette = quantize(data, 64);
    gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: 1000 / framesPerSecond });
    await new Promise(resolve => setTimeout(resolve, 1000 / framesPerSecond));
  }
  gif.finish();
  return Uint8Array.from(gif.bytes());
}
