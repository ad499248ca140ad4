// The experiments of entries.yaml by id.

import type { Experiment } from './entry.ts';
import { convergence } from './fp19/convergence.ts';
import { pendulum } from './fp19/pendulum.ts';
import { sphere } from './fp19/sphere.ts';
import { twoStage } from './fp19/two-stage.ts';
import { equivalence } from './ls94/equivalence.ts';
import { fig2 as ls94Fig2 } from './ls94/fig-2.ts';
import { fig3 as ls94Fig3 } from './ls94/fig-3.ts';
import { fig4 as ls94Fig4 } from './ls94/fig-4.ts';
import { fig5 as ls94Fig5 } from './ls94/fig-5.ts';
import { fig6 as ls94Fig6 } from './ls94/fig-6.ts';
import { fig7 as ls94Fig7 } from './ls94/fig-7.ts';
import { stepLimit } from './ls94/step-limit.ts';
import { theorem51 } from './ls94/theorem-5-1.ts';
import { degenerate } from './mmvw14/degenerate.ts';
import { fibreMap } from './mmvw14/fibre-map.ts';
import { fig1 as mmvw14Fig1 } from './mmvw14/fig-1.ts';
import { fig2 as mmvw14Fig2 } from './mmvw14/fig-2.ts';
import { fig4 as mmvw14Fig4 } from './mmvw14/fig-4.ts';
import { fig5 as mmvw14Fig5 } from './mmvw14/fig-5.ts';
import { fig6 as mmvw14Fig6 } from './mmvw14/fig-6.ts';
import { prop44 } from './mmvw14/prop-4-4.ts';
import { prop51 } from './mmvw14/prop-5-1.ts';
import { section52 } from './mmvw14/section-5-2.ts';
import { section53 } from './mmvw14/section-5-3.ts';
import { diatomics } from './notes/diatomics.ts';
import { paraboloid } from './notes/paraboloid.ts';
import { fig1 as to16Fig1 } from './to16/fig-1.ts';
import { fig2 as to16Fig2 } from './to16/fig-2.ts';
import { fig3 as to16Fig3 } from './to16/fig-3.ts';
import { fig4 as to16Fig4 } from './to16/fig-4.ts';
import { fig5 as to16Fig5 } from './to16/fig-5.ts';
import { fig6 as to16Fig6 } from './to16/fig-6.ts';
import { fig7 as to16Fig7 } from './to16/fig-7.ts';
import { fig8 as to16Fig8 } from './to16/fig-8.ts';
import { fig9 as to16Fig9 } from './to16/fig-9.ts';
import { fig10 as to16Fig10 } from './to16/fig-10.ts';
import { timing } from './to16/timing.ts';

export const experiments: Readonly<Record<string, Experiment>> = {
  'ls94-vs-vr': equivalence,
  'ls94-theorem-5-1': theorem51,
  'ls94-fig-2': ls94Fig2,
  'ls94-fig-3': ls94Fig3,
  'ls94-fig-4': ls94Fig4,
  'ls94-fig-5': ls94Fig5,
  'ls94-fig-6': ls94Fig6,
  'ls94-fig-7': ls94Fig7,
  'ls94-step-limit': stepLimit,
  'mmvw14-fig-1': mmvw14Fig1,
  'mmvw14-fig-2': mmvw14Fig2,
  'mmvw14-fibre-map': fibreMap,
  'mmvw14-prop-4-4': prop44,
  'mmvw14-section-5-2': section52,
  'mmvw14-section-5-3': section53,
  'mmvw14-prop-5-1': prop51,
  'mmvw14-fig-4': mmvw14Fig4,
  'mmvw14-fig-5': mmvw14Fig5,
  'mmvw14-fig-6': mmvw14Fig6,
  'mmvw14-degenerate': degenerate,
  'to16-fig-1': to16Fig1,
  'to16-fig-2': to16Fig2,
  'to16-fig-3': to16Fig3,
  'to16-fig-4': to16Fig4,
  'to16-fig-5': to16Fig5,
  'to16-fig-6': to16Fig6,
  'to16-fig-7': to16Fig7,
  'to16-fig-8': to16Fig8,
  'to16-fig-9': to16Fig9,
  'to16-fig-10': to16Fig10,
  'to16-timing': timing,
  'fp19-pendulum': pendulum,
  'fp19-sphere': sphere,
  'fp19-iteration': convergence,
  'fp19-two-stage': twoStage,
  'notes-paraboloid': paraboloid,
  'notes-diatomics': diatomics,
};
