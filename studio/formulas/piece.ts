// A piece of TeX, and how tightly it holds together.

export const Level = { sum: 0, sign: 1, product: 2, power: 3, atom: 4 } as const;

export interface Piece {
  readonly tex: string;
  readonly level: number;
  /** A sum sign at the end of it reaches over all that follows. */
  readonly isGreedy?: boolean;
  /** It ends in an index, and TeX takes no second one. */
  readonly isIndexed?: boolean;
}

export const atom = (tex: string): Piece => ({ tex, level: Level.atom });

/** What is not typed yet. */
export const missing = atom('\\square');

/** In brackets unless it holds together as tightly as asked for. */
export const bracketed = ({ tex, level }: Piece, least: number): string =>
  level >= least ? tex : `\\left(${tex}\\right)`;
