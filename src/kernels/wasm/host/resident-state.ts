// Transfer of a state z = (q, p) to a kernel and back: the whole state is copied, which costs little; the kernel compares,
// reorders and checks it (assembly/forces/resident-atoms.ts, assembly/water/resident-waters.ts). A state whose forces are in
// memory is resident: forces at positions with the same bits cost nothing.

import type { ParticleKernels } from './particle-kernels.ts';

export interface ResidentState {
  /** Uploads positions, or a state; 'resident': they are in memory already, with their forces. */
  upload(x: Float64Array): Upload;
  /** The momenta of the state that was uploaded last. */
  uploadMomenta(): void;
  /** out = the state in memory, which becomes resident; false if it is not finite. */
  download(out: Float64Array): boolean;
  /** Clears the residence: the next upload is treated as new. */
  invalidate(): void;
  /** Copies positions without uploading them: the kernel may compare them. */
  copyIn(x: Float64Array): void;
}

const uploads = ['resident', 'new', 'not finite'] as const;
export type Upload = (typeof uploads)[number];

/** The kernel's record of the state, and its functions for it. */
export interface ResidentRecord {
  readonly record: number;
  /** Byte offset of the flag in the record. */
  readonly isResident: number;
  /** Addresses of the copy that the host writes and of the resident state, and the length of each. */
  readonly uploaded: number;
  readonly resident: number;
  readonly length: number;
  /** The number of an Upload. */
  upload(record: number): number;
  uploadMomenta(record: number): void;
  download(record: number): number;
}

export function createResidentState({ memory }: ParticleKernels, own: ResidentRecord): ResidentState {
  const { record, length } = own;
  const residentState = memory.stretch(own.resident, length);
  const copyIn = (values: Float64Array) =>
    memory.doubles.set(values.length > length ? values.subarray(0, length) : values, own.uploaded / 8);
  return {
    copyIn,
    upload: values => {
      copyIn(values);
      return uploads[own.upload(record)];
    },
    uploadMomenta: () => own.uploadMomenta(record),
    download: out => {
      const isGood = own.download(record) !== 0;
      out.set(residentState());
      return isGood;
    },
    invalidate: () => {
      memory.words[(record + own.isResident) / 4] = 0;
    },
  };
}
