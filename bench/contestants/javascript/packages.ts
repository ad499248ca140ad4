// The packages from npm that take part, by the names of their contestants.

export const packageOf = {
  odex: 'odex',
  dopri: 'dopri',
  MuJoCo: '@mujoco/mujoco',
  'MuJoCo tendons': '@mujoco/mujoco',
  Rapier: '@dimforge/rapier3d-compat',
  planck: 'planck',
  'cannon-es': 'cannon-es',
  'matter-js': 'matter-js',
} as const;

export type PeerName = keyof typeof packageOf;
