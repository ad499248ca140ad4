// Share menu: link, problem file, data, figure, video.

import { useState } from 'preact/hooks';
import '../style/share.css';
import { useStudio } from '../state/context.ts';
import type { Studio } from '../state/studio.ts';
import { csvOf, evidenceFigure, jsonOf, type LaneData } from './data-files.ts';
import { recordGif, recordVideo } from './film.ts';
import { linkOfDocument } from './link.ts';

/** Length of a recording in seconds. */
const filmLength = 5;

type Action = (studio: Studio, name: string) => Promise<string>;

const actions: Readonly<Record<string, Action>> = {
  'Copy a link': async studio => {
    const hash = await linkOfDocument(studio.document.value);
    history.replaceState(null, '', hash);
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    return 'The link is in the address bar, and copied where the browser allows it.';
  },
  'Problem file': async (studio, name) => saved(`${name}.yaml`, studio.document.value.text, 'text/yaml'),
  'Data (CSV)': async (studio, name) => saved(`${name}.csv`, csvOf(dataOf(studio)), 'text/csv'),
  'Data (JSON)': async (studio, name) => saved(`${name}.json`, jsonOf(dataOf(studio)), 'application/json'),
  'Figure (SVG)': async (studio, name) =>
    saved(`${name}.svg`, evidenceFigure(dataOf(studio)), 'image/svg+xml'),
  'Figure (PNG)': async (studio, name) =>
    saved(`${name}.png`, await pngOfSvg(evidenceFigure(dataOf(studio))), 'image/png'),
  'View (GIF)': async (_, name) =>
    saved(`${name}.gif`, await recordGif(viewCanvas(), filmLength), 'image/gif'),
  'View (video)': async (_, name) =>
    saved(`${name}.webm`, await recordVideo(viewCanvas(), filmLength), 'video/webm'),
};

function saved(name: string, content: BlobPart, type: string): string {
  saveFile(name, content, type);
  return `${name} is saved.`;
}

function dataOf(studio: Studio): LaneData[] {
  const titles = studio.lanes.value.filter(lane => lane.obstacle === null).map(lane => lane.title);
  if (studio.rows.value.length === 0) throw new Error('there are no numbers yet; let it move first');
  return studio.rows.value.map((rows, k) => ({ title: titles[k], rows }));
}

function viewCanvas(): HTMLCanvasElement {
  const canvas = document.querySelector<HTMLCanvasElement>('canvas.scene');
  if (!canvas) throw new Error('there is no view to record');
  return canvas;
}

export function ShareMenu() {
  const studio = useStudio();
  const [note, setNote] = useState('');
  const act = async (label: string) => {
    setNote(label.startsWith('View') ? 'Recording …' : '');
    try {
      setNote(await actions[label](studio, studio.document.value.name));
    } catch (error) {
      setNote(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <details class="share">
      <summary>Share</summary>
      <div class="menu">
        {Object.keys(actions).map(label => (
          <button key={label} type="button" onClick={() => void act(label)}>
            {label}
          </button>
        ))}
        <p role="status">{note}</p>
      </div>
    </details>
  );
}

/** SVG to PNG by the browser's own renderer. */
async function pngOfSvg(svg: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(2 * image.width, 2 * image.height);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Offers a file as a download. */
function saveFile(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
