// The documents whose experiments are repeated.

export interface Source {
  /** First letters of the authors, and the year. */
  readonly key: string;
  readonly authors: string;
  readonly title: string;
  readonly published: string;
}

export const leimkuhlerSkeel: Source = {
  key: 'ls94',
  authors: 'B. J. Leimkuhler, R. D. Skeel',
  title: 'Symplectic numerical integrators in constrained Hamiltonian systems',
  published: 'J. Comput. Phys. 112 (1994) 117–125',
};

export const mclachlanModinVerdierWilkins: Source = {
  key: 'mmvw14',
  authors: 'R. I. McLachlan, K. Modin, O. Verdier, M. Wilkins',
  title: 'Geometric generalisations of SHAKE and RATTLE',
  published: 'Found. Comput. Math. 14 (2014) 339–370',
};

export const taoOwhadi: Source = {
  key: 'to16',
  authors: 'M. Tao, H. Owhadi',
  title: 'Variational and linearly implicit integrators, with applications',
  published: 'IMA J. Numer. Anal. 36 (2016) 80–107',
};

export const fernandezPendas: Source = {
  key: 'fp19',
  authors: 'M. Fernández-Pendás',
  title: 'Geometric numerical integration, 4: constrained mechanical systems',
  published: 'Lecture notes, BCAM, Bilbao, May 2019',
};

export const constraintNotes: Source = {
  key: 'notes',
  authors: 'author not named',
  title: 'Constraints',
  published: 'Lecture notes on constraints in molecular dynamics',
};
