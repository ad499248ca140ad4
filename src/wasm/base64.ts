// Bytes from base64 text (RFC 4648, section 4), without help from a browser or Node.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i;
  const letters = text.replace(/=+$/, '').length;
  const out = new Uint8Array((letters * 6) >> 3);
  let [bits, held] = [0, 0];
  let at = 0;
  for (let i = 0; i < letters; i++) {
    held = ((held << 6) | values[text.charCodeAt(i)]) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out[at++] = (held >> bits) & 0xff;
  }
  return out;
}
