// Calls of functions: fractions and roots have their own signs, sums and norms too; others are written with their names.

import { atom, bracketed, Level, missing, type Piece } from './piece.ts';

export interface TexCall {
  readonly name: string;
  readonly args: readonly Piece[];
  /** Where the call is the base of a power. */
  readonly exponent?: string | undefined;
}

export interface CallPiece extends Piece {
  /** Whether the exponent is part of it already: sin²x, ‖r‖⁴. */
  readonly tookExponent?: boolean;
}

const arg = ({ args }: TexCall, k: number) => args[k] ?? missing;

const between = (left: string, right: string) => (call: TexCall) =>
  atom(`\\left${left} ${arg(call, 0).tex} \\right${right}`);

const norm = between('\\lVert', '\\rVert');

/** Functions with names of their own in TeX. */
const classical: Readonly<Record<string, string>> = {
  sin: '\\sin',
  cos: '\\cos',
  tan: '\\tan',
  asin: '\\arcsin',
  acos: '\\arccos',
  atan: '\\arctan',
  sinh: '\\sinh',
  cosh: '\\cosh',
  tanh: '\\tanh',
  log: '\\ln',
  exp: '\\exp',
  min: '\\min',
  max: '\\max',
};

const special: Readonly<Record<string, (call: TexCall) => CallPiece>> = {
  sqrt: call => atom(`\\sqrt{${arg(call, 0).tex}}`),
  abs: between('\\lvert', '\\rvert'),
  norm,
  norm2: squaredNorm,
  pow: call => ({
    tex: `${bracketed(arg(call, 0), Level.atom)}^{${arg(call, 1).tex}}`,
    level: Level.power,
  }),
  dot: call => atom(`\\left\\langle ${arg(call, 0).tex}, ${arg(call, 1).tex} \\right\\rangle`),
  cross: call => ({
    tex: `${bracketed(arg(call, 0), Level.power)} \\times ${bracketed(arg(call, 1), Level.power)}`,
    level: Level.product,
  }),
  sum: summation,
};

export function callTex(call: TexCall): CallPiece {
  if (Object.hasOwn(special, call.name)) return special[call.name](call);
  if (Object.hasOwn(classical, call.name)) return named(classical[call.name], call);
  return named(`\\operatorname{${call.name.replaceAll('_', '\\_')}}`, { ...call, exponent: undefined });
}

/** sin x, sin(x + y), sin²x. */
function named(sign: string, { args, exponent }: TexCall): CallPiece {
  const isPlain = args.length === 1 && args[0].level === Level.atom && /^[\w\\{},]*$/.test(args[0].tex);
  const list = args.map(({ tex }) => tex).join(', ');
  const above = exponent === undefined ? '' : `^{${exponent}}`;
  return {
    tex: `${sign}${above}${isPlain ? ` ${list}` : `\\left(${list || missing.tex}\\right)`}`,
    level: isPlain ? Level.product : Level.power,
    tookExponent: exponent !== undefined,
  };
}

/** ‖r‖², and ‖r‖⁻¹² for its power −6. */
function squaredNorm(call: TexCall): CallPiece {
  const { exponent } = call;
  const isWhole = exponent !== undefined && /^-?\d+$/.test(exponent);
  const power = isWhole ? 2 * Number(exponent) : 2;
  return { tex: `${norm(call).tex}^{${power}}`, level: Level.power, tookExponent: isWhole };
}

/** sum(v), or sum(i, a, b, term). */
function summation(call: TexCall): CallPiece {
  const [index, from, to, term] = call.args;
  const isOfVector = call.args.length < 2;
  const sign = isOfVector ? '\\sum' : `\\sum_{${index.tex}=${from.tex}}^{${(to ?? missing).tex}}`;
  const body = bracketed((isOfVector ? index : term) ?? missing, Level.product);
  return { tex: `${sign} ${body}`, level: Level.product, isGreedy: true };
}
