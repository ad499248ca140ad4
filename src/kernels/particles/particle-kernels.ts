// The kernels for particles joined by rods, and for free particles whose forces WebAssembly makes: which tasks they accept.

import type { Flow } from '../../flows/flow.ts';
import type { Problem } from '../../problem/problem.ts';
import { type Acceptance, defineKernel, type Refusal, refuse, type Task } from '../shared/kernel.ts';
import { wholeSteps } from './acceleration.ts';
import {
  freeVerlet,
  type ParticleRods,
  rodBaoab,
  rodRattle,
  rodRattleWith,
  rodShake,
  rodShakeWith,
  rodSplitting,
  rodsOf,
} from './methods.ts';

type RodTask = Task<'rattle' | 'shake' | 'geodesic splitting' | 'g-baoab'>;

/** Moves of particles with the rod solver that suits each cluster; with all forces in WebAssembly where that is possible. */
export const particleRodsKernel = defineKernel({
  name: 'particles with rods',
  methods: ['rattle', 'shake', 'geodesic splitting', 'g-baoab'],
  accepts(problem, task: RodTask): Acceptance | Refusal {
    const particles = rodsOf(problem);
    if (!particles) return refuse('there are no particles joined by rods');
    if ('solver' in task && task.solver !== undefined)
      return refuse(`the solver “${task.solver}” was asked for`);
    const flow = rodMethod(problem, particles, task);
    if (!flow) return refuse('the flow inside is neither verlet nor a splitting into kicks and drifts');
    const { rods } = particles.system;
    return { because: `${rods.length} ${rods.length === 1 ? 'rod' : 'rods'} between particles`, flow };
  },
});

function rodMethod(problem: Problem, particles: ParticleRods, task: RodTask): Flow | null {
  switch (task.method) {
    case 'geodesic splitting':
      return rodSplitting(particles, task.scheme, task.substeps);
    case 'g-baoab':
      return rodBaoab(problem, particles, task.thermostat, task.substeps);
    default: {
      const [plain, split] = task.method === 'rattle' ? [rodRattle, rodRattleWith] : [rodShake, rodShakeWith];
      const { name, scheme } = task.flow;
      if (name === 'verlet') return plain(particles);
      return scheme ? split(particles, scheme) : null;
    }
  }
}

export const freeParticlesKernel = defineKernel({
  name: 'free particles in WebAssembly',
  methods: ['verlet'],
  accepts(problem, task) {
    const { particles, g } = problem;
    if (!particles || g.m > 0) return refuse('there are no free particles');
    if (!wholeSteps(problem)) return refuse('WebAssembly has no whole steps for these forces');
    return {
      because: `${particles.system.count} particles, all forces in one kernel`,
      flow: freeVerlet(problem, task.reference()),
    };
  },
});
