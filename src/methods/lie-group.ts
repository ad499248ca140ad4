// Rigid bodies on the rotation group: problems with coordinates R[3][3] and the constraint RᵀR = I.

import { cayleyVariationalEuler } from '../groups/cayley-variational-euler.ts';
import { so3Splitting } from '../groups/so3-splitting.ts';
import { methodList } from './method.ts';

export const groupMethods = methodList([
  {
    name: 'so3-splitting',
    title: 'splitting on SO(3): spin, rotations about body axes, kicks',
    family: 'Lie group',
    domain: 'g = {g,H} = 0',
    needs: ['rigid body'],
    reference: 'Fassò, J. Comput. Phys. 189 (2003) 527; Touma, Wisdom, Astron. J. 107 (1994) 1189',
    summary:
      'Explicit: kicks by the torque and exact rotations; R stays a rotation. The one for rigid bodies.',
    parameters: [],
    properties: () => ({ order: 2, symplectic: true, symmetric: true }),
    create: so3Splitting,
  },
  {
    name: 'so3-variational-euler',
    title: 'variational Euler on SO(3) with the Cayley map',
    family: 'Lie group',
    domain: 'g = {g,H} = 0',
    needs: ['rigid body'],
    reference: 'Bou-Rabee, Marsden, Found. Comput. Math. 9 (2009) 197; Tao, Owhadi 2016, eq. 4.12',
    summary: 'Three nonlinear equations per step; R stays a rotation.',
    parameters: [],
    properties: () => ({ order: 1, symplectic: true, symmetric: false }),
    create: cayleyVariationalEuler,
  },
]);
