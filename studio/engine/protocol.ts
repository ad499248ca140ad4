// The protocol between the page and the engine, which runs in a worker: the page sends commands, the engine answers with events.
// Numbers are sent as arrays of doubles; nothing here depends on the DOM.

import type { Finding, Verdict } from '../../src/analysis/finding.ts';
import type { Certificate } from '../../src/laws/certify.ts';
import type { Family, MethodOptions, ParameterRecord } from '../../src/methods/method.ts';
import type { Scene } from '../scene/scene.ts';

/** One method on the problem. Up to four lanes run side by side from the same start. */
export interface LaneSpec {
  readonly method: string;
  readonly options: MethodOptions;
  /** Stiffness of the penalty that replaces the constraints, for methods that know none. */
  readonly omega?: number;
}

export type Command =
  /** Reads a problem file; complete by `loaded` or `file-error`. */
  | {
      readonly kind: 'load';
      readonly text: string;
      readonly name: string;
      readonly set: Readonly<Record<string, number>>;
      readonly files: Readonly<Record<string, string>>;
      /** Entries of the start that are not those of the file. */
      readonly start: Readonly<Record<string, number>>;
    }
  /** Lanes and step; the motion starts again. */
  | { readonly kind: 'prepare'; readonly lanes: readonly LaneSpec[]; readonly step: number }
  /** Units of time per second, or as fast as it can; backwards when `direction` is −1. */
  | { readonly kind: 'play'; readonly speed: number | 'max'; readonly direction: 1 | -1 }
  /** Lets a problem move that the check refuses, as `run --force` does. */
  | { readonly kind: 'force' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'step'; readonly count: number }
  | { readonly kind: 'restart' }
  /** Back to a recorded state; later ones are discarded when the motion continues. */
  | { readonly kind: 'seek'; readonly time: number }
  /** Entries of q are set, then the state is projected to the constraints; the motion starts again from there. */
  | { readonly kind: 'drag'; readonly entries: readonly { readonly index: number; readonly value: number }[] }
  /** The nearest consistent start in place of the given one. */
  | { readonly kind: 'repair' }
  | { readonly kind: 'certify'; readonly lane: number }
  /** Points of a Poincaré section are collected from now on, or no longer. */
  | { readonly kind: 'section'; readonly section: Section | null }
  /** The page has drawn the last frame and wants another. */
  | { readonly kind: 'drawn' };

/** Where the entry `through` of z passes `level` upwards, the entries `x` and `y` are noted. */
export interface Section {
  readonly through: number;
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

export type EngineEvent =
  | { readonly kind: 'loaded'; readonly about: AboutProblem }
  | { readonly kind: 'file-error'; readonly error: FileError }
  | { readonly kind: 'prepared'; readonly lanes: readonly AboutLane[] }
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'certified'; readonly lane: number; readonly certificate: Certificate }
  /** A command that failed. */
  | { readonly kind: 'error'; readonly message: string };

/** The page's side: sends commands and is given events. */
export interface Engine {
  send(command: Command): void;
  /** Ends the worker and starts another: for work that takes too long. */
  replace(reason: string): void;
  close(): void;
}

export type CreateEngine = (
  onEvent: (event: EngineEvent) => void,
  onReplaced: (reason: string) => void,
) => Engine;

export interface FileError {
  /** The keys that lead to the error and the reason; lines after the first show the place in a formula. */
  readonly message: string;
  /** First line is 1; null where the place is not known. */
  readonly line: number | null;
  readonly hint: string | null;
}

export interface Named {
  readonly name: string;
  readonly value: number;
}

/** A record of the registry, and whether it can run on the problem. */
export interface AboutMethod {
  readonly name: string;
  readonly title: string;
  readonly family: Family;
  readonly summary: string;
  readonly reference: string;
  readonly parameters: readonly ParameterRecord[];
  /** True where the method takes no constraints and the problem has some: it runs with a penalty in their place. */
  readonly needsPenalty: boolean;
  /** Why it cannot run, with a penalty where it needs one; null when it can. */
  readonly obstacle: string | null;
}

export interface AboutProblem {
  readonly name: string;
  readonly coordinates: readonly string[];
  readonly parameters: readonly Named[];
  /** The start, names as in `initial:`. */
  readonly initial: readonly Named[];
  readonly constraints: readonly string[];
  readonly observables: readonly string[];
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly canBeRepaired: boolean;
  readonly recommended: string | null;
  /** Why that one, or why none. */
  readonly recommendedBecause: string;
  /** All of the registry. */
  readonly methods: readonly AboutMethod[];
  /** The plan of a run as the file stands, the same as that of the command line. */
  readonly run: {
    readonly method: string;
    /** Why that method. */
    readonly because: string;
    readonly step: number;
    readonly until: number;
    readonly options: MethodOptions;
    readonly omega: number | null;
  };
  readonly scene: Scene;
}

export interface AboutLane {
  readonly spec: LaneSpec;
  readonly title: string;
  /** Names of the numbers in a row. The first is `time`. */
  readonly columns: readonly string[];
  /** Why it cannot run; null when it can. */
  readonly obstacle: string | null;
  /** The kernels and solvers at work. */
  readonly parts: readonly string[];
}

export interface LaneFrame {
  readonly time: number;
  readonly steps: number;
  readonly q: Float64Array;
  readonly p: Float64Array;
  /** Numbers for the plots; residuals and energy error are the largest since the last frame. */
  readonly row: Float64Array;
  /** Why this lane has stopped, in the words of a run; null while it runs. */
  readonly failure: string | null;
  /** x, y of the points of the section since the last frame, one after the other. */
  readonly section: Float64Array;
  /** When time runs backwards: distance to the recorded state at this time; null otherwise. */
  readonly returnError: number | null;
}

export interface Frame {
  readonly lanes: readonly LaneFrame[];
  readonly isRunning: boolean;
  /** All lanes together. */
  readonly stepsPerSecond: number;
  /** The times between which one can go back. */
  readonly history: readonly [number, number];
  /** True when the motion has started again, so that earlier rows do not belong to it. */
  readonly isNewStart: boolean;
  /** The check refuses the problem, and it was not forced: it does not move. */
  readonly isRefused: boolean;
}
