// SciPy's ODE solvers on hand-derived equations with NumPy.

import type { Contestant } from '../contestant.ts';
import { nativeFile, output } from '../native-program.ts';

/** The system's own Python first: others seldom have SciPy. */
const pythons = ['/usr/bin/python3', 'python3'];

function scipy(method: string, description: string): Contestant {
  return {
    name: `SciPy ${method}`,
    description,
    setting: 'tolerance',
    install: 'apt install python3-scipy',
    canRun: (_system, _links, until) => until <= 10,
    async prepare() {
      const script = nativeFile('scipy/scipy-motions.py');
      for (const python of pythons) {
        const build = await output(python, [script, 'version']);
        if (build !== null)
          return { build, command: task => [python, script, method.toLowerCase(), JSON.stringify(task)] };
      }
      return null;
    },
  };
}

export const scipyContestants: readonly Contestant[] = [
  scipy('DOP853', 'solve_ivp, Runge–Kutta of order 8, on hand-derived equations, in Python'),
  scipy('LSODA', 'odeint, Adams’ methods and BDF, on hand-derived equations, in Python'),
];
