// The suites by name. Each measures, prints what it found and returns it; it is loaded when asked for.

import { parts, type Suite } from './suite.ts';

export const suites: Readonly<Record<string, Suite>> = {
  everything: {
    summary: `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}, one after the other`,
    run: async options => (await import('./everything.ts')).benchEverything(options),
  },
  engine: {
    summary: 'a RATTLE step beside plain C',
    run: async options => (await import('./suites/engine/run.ts')).bench(options),
  },
  alternatives: {
    summary:
      'time to a given accuracy and time per step beside ODE and DAE solvers, multibody and game engines',
    run: async options => (await import('./suites/alternatives/run.ts')).benchAlternatives(options),
  },
  molecules: {
    summary: 'clusters and liquids beside GROMACS, LAMMPS and lammps.js',
    run: async options => (await import('./suites/molecules/run.ts')).benchMolecules(options),
  },
  'work-precision': {
    summary: 'all our methods: error against time',
    run: async options => (await import('./suites/work-precision/run.ts')).benchWorkPrecision(options),
  },
  profiles: {
    summary: 'where the time of each workload goes',
    run: async options => (await import('./suites/profiles/run.ts')).benchProfiles(options),
  },
  instructions: {
    summary: 'instructions per step, beside those recorded before',
    run: async options => (await import('./suites/instructions/run.ts')).benchInstructions(options),
  },
  penalties: {
    summary: 'methods for penalised systems side by side',
    run: async options => (await import('./suites/penalties/run.ts')).benchPenalties(options),
  },
  liquids: {
    summary: 'drift, structure and growth of liquid water',
    run: async options => (await import('./suites/liquids/run.ts')).benchLiquids(options),
  },
};

export function suiteNamed(name: string): Suite {
  const suite = suites[name];
  if (suite) return suite;
  throw new Error(`there is no suite “${name}”; there are: ${Object.keys(suites).join(', ')}`);
}
