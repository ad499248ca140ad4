import type { Entry } from '../entry.ts';
import { equivalence } from './equivalence.ts';
import { fig2 } from './fig-2.ts';
import { fig3 } from './fig-3.ts';
import { fig4 } from './fig-4.ts';
import { fig5 } from './fig-5.ts';
import { fig6 } from './fig-6.ts';
import { fig7 } from './fig-7.ts';
import { stepLimit } from './step-limit.ts';
import { theorem51 } from './theorem-5-1.ts';

export const ls94: readonly Entry[] = [equivalence, theorem51, fig2, fig3, fig4, fig5, fig6, fig7, stepLimit];
