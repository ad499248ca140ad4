import type { Entry } from '../entry.ts';
import { fig1 } from './fig-1.ts';
import { fig2 } from './fig-2.ts';
import { fig3 } from './fig-3.ts';
import { fig4 } from './fig-4.ts';
import { fig5 } from './fig-5.ts';
import { fig6 } from './fig-6.ts';
import { fig7 } from './fig-7.ts';
import { fig8 } from './fig-8.ts';
import { fig9 } from './fig-9.ts';
import { fig10 } from './fig-10.ts';
import { timing } from './timing.ts';

export const to16: readonly Entry[] = [fig1, fig2, fig3, fig4, fig5, fig6, fig7, fig8, fig9, fig10, timing];
