// A piece of TeX with its operator precedence.

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

/** Placeholder for missing operands. */
export const missing = atom('\\square');

/** In brackets unless its precedence is at least the required one. */
export const bracketed = ({ tex, level }: Piece, least: number): string =>
  level >= least ? tex : `\\left(${tex}\\right)`;
