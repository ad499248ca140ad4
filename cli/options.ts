// Options of the command line: each parser checks its value and throws with a message that names it.

import { type Command, InvalidArgumentError } from 'commander';
import { declareParameters } from '../src/file/sections/parameters-section.ts';
import { Graph } from '../src/formula/graph.ts';
import { elaborateNumber } from '../src/formula/language/elaborate.ts';
import type { MethodOptions, ParameterRecord } from '../src/methods/method.ts';
import { methodParameters } from '../src/methods/registry.ts';
import {
  type Dimension,
  isQuantity,
  type QuantityName,
  scaledUnits,
  unitMistake,
} from '../src/particles/units.ts';
import type { Problem } from '../src/problem/problem.ts';
import { UserError } from './user-error.ts';

export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new InvalidArgumentError(`“${text}” is not a number.`);
  return value;
}

export const parsePositive = (text: string): number => checkedPositive(parseNumber(text), text);

/** A value that may carry units of molecules: 2*fs, 298*K. Whether it must is known when the problem is loaded. */
export interface Quantity {
  readonly text: string;
  readonly value: number;
}

const quantity = (text: string, value: number): Quantity => ({ text: text.trim(), value });

/** A number, or a formula of the units of molecules: 2*fs, 100*ps. */
export const parseTime = (text: string): Quantity => quantity(text, checkedPositive(withUnits(text), text));

function checkedPositive(value: number, text: string): number {
  if (value <= 0) throw new InvalidArgumentError(`“${text}” is not positive.`);
  return value;
}

function withUnits(text: string, scaled: Dimension | null = null): number {
  if (Number.isFinite(Number(text))) return parseNumber(text);
  try {
    const { scope } = declareParameters(new Graph(), scaledUnits(scaled), {});
    return parseNumber(String(elaborateNumber(text, scope)));
  } catch {
    throw new InvalidArgumentError(
      `“${text}” is not a number; molecules have units too, as in 2*fs, 100*ps, 298*K or 5/ps.`,
    );
  }
}

export function parseCount(text: string): number {
  const value = parsePositive(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError(`“${text}” is not a whole number.`);
  return value;
}

const highestPort = 65535;

/** A TCP port; 0 lets the system choose a free one. */
export function parsePort(text: string): number {
  const value = parseNumber(text);
  if (Number.isInteger(value) && value >= 0 && value <= highestPort) return value;
  throw new InvalidArgumentError(`“${text}” is not a port; give a whole number from 0 to ${highestPort}.`);
}

/** Parser of numbers that are not below `least`. */
export const parseFrom =
  (least: number) =>
  (text: string): number => {
    const value = parseNumber(text);
    if (value < least) throw new InvalidArgumentError(`“${text}” is less than ${least}.`);
    return value;
  };

/** The same, with units. */
const parseQuantityFrom =
  (least: number) =>
  (text: string): Quantity => {
    const value = withUnits(text);
    if (value < least) throw new InvalidArgumentError(`“${text}” is less than ${least}.`);
    return quantity(text, value);
  };

const parseWholeFrom =
  (least: number) =>
  (text: string): number => {
    const value = parseFrom(least)(text);
    if (!Number.isInteger(value)) throw new InvalidArgumentError(`“${text}” is not a whole number.`);
    return value;
  };

/** A file or a folder. An empty name is that of a variable of the shell that was never set. */
export function parsePath(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('The name is empty.');
  return text;
}

/** One that is no sign for standard output. */
export function parseRealPath(text: string): string {
  if (text !== '-') return parsePath(text);
  throw new InvalidArgumentError('Standard output is not supported here; for a file of this name write ./-.');
}

export function commaList(text: string): string[] {
  const items = text.split(',').map(item => item.trim());
  const named = items.filter(item => item !== '');
  if (named.length === 0) throw new InvalidArgumentError('The list is empty.');
  return named;
}

export const timeList = (text: string): Quantity[] => commaList(text).map(parseTime);

export const positiveList = (text: string): number[] => commaList(text).map(parsePositive);

/** --set name=value, repeatable. */
function assignment(text: string, before: Record<string, Quantity> = {}): Record<string, Quantity> {
  const [name, value, ...rest] = text.split('=');
  if (!name || value === undefined || rest.length > 0)
    throw new InvalidArgumentError(`“${text}” is not of the form name=value.`);
  return { ...before, [name.trim()]: quantity(value, withUnits(value)) };
}

export interface ProblemFlags {
  readonly set?: Record<string, Quantity>;
  readonly json?: boolean;
}

/** FILE, --set and --json: shared by every command that reads a problem. */
export function withProblem(command: Command): Command {
  return command
    .argument('<file>', 'a problem file, or the name of a catalogue problem')
    .option('--set <name=value>', 'override a parameter (repeatable)', assignment)
    .option('--json', 'print one JSON object instead of text');
}

/** For commands that check the problem before they work on it. */
export const withForce = (command: Command): Command =>
  command.option('--force', 'run even if the check fails');

export interface MethodFlags extends Omit<MethodOptions, QuantityName> {
  readonly omega?: number;
  readonly temperature?: Quantity;
  readonly friction?: Quantity;
}

/** Flags whose quantities have become numbers in the units of the problem. */
export type Resolved<Flags> = {
  readonly [K in keyof Flags]: Flags[K] extends Quantity | undefined
    ? Exclude<Flags[K], Quantity> | number
    : Flags[K] extends Quantity[] | undefined
      ? Exclude<Flags[K], Quantity[]> | number[]
      : Flags[K];
};

/** The flags as numbers; refuses a bare number where molecules have units, and units where there are none. */
export function resolveFlags<Flags extends object>(flags: Flags, problem: Problem): Resolved<Flags> {
  const entries = Object.entries(flags).map(([name, given]) => {
    const key = name === 'steps' ? 'step' : name;
    if (!isQuantity(key) || given === undefined) return [name, given];
    const number = (one: Quantity) => checkedUnit(key, `--${name}`, one, problem);
    return [name, Array.isArray(given) ? given.map(number) : number(given)];
  });
  return Object.fromEntries(entries);
}

function checkedUnit(key: QuantityName, flag: string, { text, value }: Quantity, problem: Problem): number {
  if (!problem.particles?.units) {
    if (isBare(text)) return value;
    throw new UserError(
      problem.particles
        ? `${flag} ${text}: nothing in the file says that its numbers are in Å, amu and kcal/mol; give a plain number, or write a unit in the file (temperature: 120*K)`
        : `${flag} ${text}: this problem has no units; give a plain number`,
    );
  }
  const mistake = unitMistake(key, text, scaled => withUnits(text, scaled));
  if (mistake) throw new UserError(`${flag}: ${mistake.reason}; ${mistake.hint}`);
  return value;
}

const isBare = (text: string) => Number.isFinite(Number(text));

/** Refuses a bare number in place of a parameter that the file gives with a unit. */
export function checkAssignments({ set = {} }: ProblemFlags, { particles }: Problem): void {
  for (const [name, { text, value }] of Object.entries(set)) {
    const dimension = particles?.units?.parameters[name];
    if (dimension === undefined || value === 0 || !isBare(text)) continue;
    const examples: Readonly<Record<string, string>> = { time: 'fs', energy: 'K', length: 'nm' };
    throw new UserError(
      `--set ${name}=${text}: the file gives “${name}” with a unit, and this has none; write for example ${name}=${text}*${examples[dimension]}`,
    );
  }
}

const lists: Partial<Record<ParameterRecord['name'], string>> = {
  flow: 'cotangent list flows; ',
  solver: 'cotangent list solvers; ',
  inner: 'cotangent list methods; ',
};

/** One option for each parameter of some method, and --omega; call it last, so that they have a group of their own in the help. */
export function withMethod(command: Command): Command {
  command.optionsGroup('Parameters of methods:');
  for (const { name, kind, summary, default: usual, least = Number.NEGATIVE_INFINITY } of methodParameters) {
    const description = `${summary} (${lists[name] ?? ''}default: ${usual})`;
    if (kind === 'name') command.option(`--${name} <name>`, description);
    else if (isQuantity(name)) command.option(`--${name} <number>`, description, parseQuantityFrom(least));
    else
      command.option(
        `--${name} <number>`,
        description,
        kind === 'number' ? parseFrom(least) : parseWholeFrom(least),
      );
  }
  return command.option('--omega <number>', 'replace the constraints by the penalty ½ω²gᵀg', parsePositive);
}
