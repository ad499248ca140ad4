// NumPy's .npy format, version 1.0, for a rows × cols array of float64 in C order (row after row):
//   \x93NUMPY, version 1 0, length of the header as uint16, a Python dictionary padded with spaces and ended by "\n"
//   so that the data begin at a multiple of 64 bytes, then the numbers, little-endian.
// Reference: NumPy Enhancement Proposal 1, "A simple file format for NumPy arrays".

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0];
const alignment = 64;

function header(rows: number, cols: number): string {
  const dictionary = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows}, ${cols}), }`;
  const before = magic.length + 2;
  const total = Math.ceil((before + dictionary.length + 1) / alignment) * alignment;
  return `${dictionary.padEnd(total - before - 1)}\n`;
}

/** The bytes of a .npy file. `data` holds row after row; values that are not finite are refused. */
export function npy(rows: number, cols: number, data: ArrayLike<number>): Uint8Array {
  if (data.length !== rows * cols) {
    throw new Error(`A ${rows} × ${cols} array has ${rows * cols} values; there are ${data.length}.`);
  }
  const text = header(rows, cols);
  const offset = magic.length + 2 + text.length;
  const bytes = new Uint8Array(offset + 8 * data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(magic);
  view.setUint16(magic.length, text.length, true);
  for (let i = 0; i < text.length; i++) bytes[magic.length + 2 + i] = text.charCodeAt(i);
  for (let k = 0; k < data.length; k++) {
    if (!Number.isFinite(data[k])) {
      throw new Error(
        `Row ${Math.floor(k / cols)}, column ${k % cols} holds ${data[k]}, which is not finite.`,
      );
    }
    view.setFloat64(offset + 8 * k, data[k], true);
  }
  return bytes;
}
