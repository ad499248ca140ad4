// The fixed workloads: a case of the catalogue, the same system in c/, and how long to run it from its start.

export interface Workload {
  readonly name: string;
  /** File in cases/, without the ending. */
  readonly file: string;
  readonly set: Readonly<Record<string, number>>;
  /** Name in c/main.c. */
  readonly system: string;
  /** Number of constraints. */
  readonly links: number;
  readonly h: number;
  /** Steps of one block; short enough that rounding errors have not grown and states can be compared. */
  readonly steps: number;
}

/** A step of ours may take this many times as long as one in C. */
export const bar = 1.5;
/** States after a block may differ by this much; rounding alone stays far below it. */
export const agreement = 1e-9;

const chains = [10, 100, 1000, 10_000].map(
  (links): Workload => ({
    name: `chain of ${links}`,
    file: 'chain',
    set: { N: links },
    system: 'chain',
    links,
    h: 0.02,
    steps: links > 1000 ? 100 : 200,
  }),
);

export const workloads: readonly Workload[] = [
  {
    name: 'pendulum',
    file: 'planar-pendulum',
    set: {},
    system: 'pendulum',
    links: 1,
    h: 0.01,
    steps: 1000,
  },
  {
    name: 'double pendulum',
    file: 'double-pendulum',
    set: {},
    system: 'double-pendulum',
    links: 2,
    h: 0.05,
    steps: 1000,
  },
  {
    name: 'six-node chain',
    file: 'six-node-chain',
    set: {},
    system: 'six-node',
    links: 5,
    h: 0.01,
    steps: 1000,
  },
  ...chains,
];

export function workloadNamed(name: string): Workload {
  const found = workloads.find(workload => workload.name === name);
  if (found) return found;
  throw new Error(`there is no workload “${name}”; there are: ${workloads.map(one => one.name).join(', ')}`);
}
