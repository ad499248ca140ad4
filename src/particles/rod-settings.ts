// How rods are to be kept; what is not said is chosen by the kernels (kernels/rods/choose-rod-solver.ts).

export const rodSolverNames = ['auto', 'settle', 'newton', 'sweep', 'lincs'] as const;

export interface RodSettings {
  /** Largest |r² − length²| / (2 length²) that counts as solved. */
  readonly tolerance?: number;
  readonly solver?: (typeof rodSolverNames)[number];
  readonly maxSweeps?: number;
  /** Highest power in the expansion of LINCS. */
  readonly lincsOrder?: number;
  /** Corrections for turning that LINCS may make. */
  readonly lincsIterations?: number;
}
