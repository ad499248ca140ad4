// Other programs on the same start: what they are given, and what they answer. Each runs on one thread.

import type { MoleculeModel } from '../../src/particles/models/molecule-model.ts';
import type { ParticleSystem } from '../../src/particles/system.ts';
import type { Seen } from '../suites/molecules/conservation.ts';

/** Molecules of one model, at constant energy. Units: Å, amu, kcal/mol (src/particles/units.ts). */
export interface PeerWorkload {
  readonly model: MoleculeModel;
  /** Where all programs start. */
  readonly system: ParticleSystem;
  readonly step: number;
  /** null: all pairs, in open space. */
  readonly cutoff: number | null;
  /** Steps before the clock starts, and steps that are timed. */
  readonly warmSteps: number;
  readonly timedSteps: number;
}

/** A run that is looked at instead of timed, every so many steps from the last of the warm ones on: both are multiples. */
export interface LongRun extends PeerWorkload {
  readonly spacing: number;
}

export interface PeerTurn {
  /** Of the timed steps, by the program's own clock of its loop. */
  readonly secondsPerStep: number;
  /** The part of the loop that the program books to constraints; null where it keeps no such book. */
  readonly constraintShare: number | null;
}

/** A program with its input written. */
export interface PreparedPeer {
  /** Runs the workload from its start. */
  turn(): Promise<PeerTurn>;
  /** Makes a long run in the folder. */
  keep(run: LongRun, folder: string): Promise<Seen>;
  /** The process that makes all runs, where there is one. */
  readonly pid?: number | undefined;
  /** Ends what is still there between two runs. */
  leave?(): void;
}

export interface Peer {
  readonly name: string;
  /** What was built, for every claim: version, precision, instructions; null when the program is not installed. */
  build(): Promise<string | null>;
  /** Writes the input into the folder. */
  prepare(workload: PeerWorkload, folder: string): Promise<PreparedPeer>;
}

/** Velocities of all particles, p/m. */
export function velocities({ momenta, mass }: ParticleSystem): Float64Array {
  return momenta.map((p, i) => p / mass[Math.floor(i / 3)]);
}
