import type { Entry } from '../entry.ts';
import { degenerate } from './degenerate.ts';
import { fibreMap } from './fibre-map.ts';
import { fig1 } from './fig-1.ts';
import { fig2 } from './fig-2.ts';
import { fig4 } from './fig-4.ts';
import { fig5 } from './fig-5.ts';
import { fig6 } from './fig-6.ts';
import { prop44 } from './prop-4-4.ts';
import { prop51 } from './prop-5-1.ts';
import { section52 } from './section-5-2.ts';
import { section53 } from './section-5-3.ts';

export const mmvw14: readonly Entry[] = [
  fig1,
  fig2,
  fibreMap,
  prop44,
  section52,
  section53,
  prop51,
  fig4,
  fig5,
  fig6,
  degenerate,
];
