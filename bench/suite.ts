// What a suite is, and which of them the documentation shows.

export interface SuiteOptions {
  /** Print one JSON object instead of tables. */
  readonly json?: boolean;
  /** Turns of everybody who is compared. */
  readonly rounds?: number;
  /** Names of workloads; all of them by default. */
  readonly only?: readonly string[];
  /** Keep the result in bench/results, and what the documentation shows of it. */
  readonly save?: boolean;
}

export interface Suite {
  readonly summary: string;
  run(options: SuiteOptions): Promise<unknown>;
}

/** What `everything` runs, one after the other. */
export const parts = ['engine', 'alternatives', 'molecules', 'work-precision', 'profiles'] as const;
