// The sources and their entries, in the order of the report.

import type { Entry, Source, SourcedEntry } from './entry.ts';
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

const catalogue: readonly (Source & { readonly entries: readonly Entry[] })[] = [
  {
    key: 'ls94',
    authors: 'B. J. Leimkuhler, R. D. Skeel',
    title: 'Symplectic numerical integrators in constrained Hamiltonian systems',
    published: 'J. Comput. Phys. 112 (1994) 117–125',
    entries: [equivalence, theorem51, ls94Fig2, ls94Fig3, ls94Fig4, ls94Fig5, ls94Fig6, ls94Fig7, stepLimit],
  },
  {
    key: 'mmvw14',
    authors: 'R. I. McLachlan, K. Modin, O. Verdier, M. Wilkins',
    title: 'Geometric generalisations of SHAKE and RATTLE',
    published: 'Found. Comput. Math. 14 (2014) 339–370',
    entries: [
      mmvw14Fig1,
      mmvw14Fig2,
      fibreMap,
      prop44,
      section52,
      section53,
      prop51,
      mmvw14Fig4,
      mmvw14Fig5,
      mmvw14Fig6,
      degenerate,
    ],
  },
  {
    key: 'to16',
    authors: 'M. Tao, H. Owhadi',
    title: 'Variational and linearly implicit integrators, with applications',
    published: 'IMA J. Numer. Anal. 36 (2016) 80–107',
    entries: [
      to16Fig1,
      to16Fig2,
      to16Fig3,
      to16Fig4,
      to16Fig5,
      to16Fig6,
      to16Fig7,
      to16Fig8,
      to16Fig9,
      to16Fig10,
      timing,
    ],
  },
  {
    key: 'fp19',
    authors: 'M. Fernández-Pendás',
    title: 'Geometric numerical integration, 4: constrained mechanical systems',
    published: 'Lecture notes, BCAM, Bilbao, May 2019',
    entries: [pendulum, sphere, convergence, twoStage],
  },
  {
    key: 'notes',
    authors: 'author not named',
    title: 'Constraints',
    published: 'Lecture notes on constraints in molecular dynamics',
    entries: [paraboloid, diatomics],
  },
];

export const entries: readonly SourcedEntry[] = catalogue.flatMap(({ entries: own, ...source }) =>
  own.map(entry => ({ ...entry, source })),
);
