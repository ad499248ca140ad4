// The trajectory file of GROMACS, the only one that holds its positions in full. Big-endian, frame after frame:
//   1993, 13, 12 and the letters “GMX_trn_file”; thirteen integers, of which [2] to [9] are the sizes in bytes of box, virial,
//   pressure, two that are unused, positions, velocities and forces, and [10] is the number of particles;
//   time and λ; then those blocks. Numbers are as long as a ninth of the box.
// Reference: GROMACS 2022, src/gromacs/fileio/trrio.cpp, do_trr_frame_header and do_trr_frame_data.

export interface Frame {
  /** The diagonal of the box, and the positions; nm. */
  readonly edges: readonly number[];
  readonly positions: Float64Array;
}

const magic = 1993;
/** Bytes of the name with its two lengths and the magic number, and of the integers. */
const [nameBytes, integerBytes] = [24, 52];

/** The last frame that has positions. */
export function lastFrame(bytes: Uint8Array): Frame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let last: Frame | null = null;
  for (let at = 0; at < view.byteLength; ) {
    if (view.getInt32(at) !== magic) throw new Error('this is no trajectory of GROMACS');
    const integers = Array.from({ length: 13 }, (_, k) => view.getInt32(at + nameBytes + 4 * k));
    const sizes = integers.slice(2, 10);
    const [boxBytes, virial, pressure, , , xBytes] = sizes;
    const real = boxBytes / 9;
    if (real !== 8) throw new Error('the trajectory has no box in double precision');
    const box = at + nameBytes + integerBytes + 2 * real;
    const x = box + boxBytes + virial + pressure;
    if (xBytes > 0)
      last = {
        edges: [0, 4, 8].map(k => view.getFloat64(box + real * k)),
        positions: Float64Array.from({ length: xBytes / real }, (_, i) => view.getFloat64(x + real * i)),
      };
    at = box + sizes.reduce((sum, size) => sum + size, 0);
  }
  if (!last) throw new Error('the trajectory has no positions');
  return last;
}
