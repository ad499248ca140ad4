// Failure is a value: every step and every solve returns an Outcome, and its caller must check it.

/** Kinds of failure. */
export type Reason =
  | 'did not converge'
  | 'singular matrix'
  | 'not finite'
  | 'degenerate point'
  | 'constraint violated'
  | 'too many steps'
  | 'unstable'
  | 'not supported';

/** Why a step or a solve failed. Failure is a value: nothing throws inside a step. */
export interface Failure {
  readonly ok: false;
  readonly reason: Reason;
  /** Which equation is worst, as an index; −1 where no single one is to blame. */
  readonly equation: number;
  /** Which entry of the state is at fault, where one is. */
  readonly entry?: number;
  readonly residual: number;
  readonly iterations: number;
  /** One sentence: what happened and what to try. */
  readonly detail: string;
}

/** Success, or a failure with its reason; every step and every solve returns one. */
export type Outcome = { readonly ok: true } | Failure;

/** The one success value, so that a step that works allocates nothing. */
export const done: Outcome = Object.freeze({ ok: true });

/** A failure with its reason, one sentence for people, and what is known of the equation at fault. */
export function failed(reason: Reason, detail: string, facts: Partial<Failure> = {}): Failure {
  return { ok: false, reason, detail, equation: -1, residual: Number.NaN, iterations: 0, ...facts };
}
