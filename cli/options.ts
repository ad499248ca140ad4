// Option values from the command line, checked where they are read.

import { type Command, InvalidArgumentError } from 'commander';
import { declareParameters } from '../src/file/sections/parameters.ts';
import { Graph } from '../src/formula/graph.ts';
import { elaborateNumber } from '../src/formula/language/elaborate.ts';
import type { MethodOptions, ParameterRecord } from '../src/methods/method.ts';
import { methodParameters } from '../src/methods/registry.ts';
import { molecularUnits } from '../src/particles/units.ts';

export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new InvalidArgumentError(`“${text}” is not a number.`);
  return value;
}

export const positive = (text: string): number => checkedPositive(number(text), text);

/** A number, or a formula of the units of molecules: 2*fs, 100*ps. */
export const positiveTime = (text: string): number => checkedPositive(withUnits(text), text);

function checkedPositive(value: number, text: string): number {
  if (value <= 0) throw new InvalidArgumentError(`“${text}” is not positive.`);
  return value;
}

function withUnits(text: string): number {
  if (Number.isFinite(Number(text))) return number(text);
  try {
    return number(String(elaborateNumber(text, unitScope())));
  } catch {
    throw new InvalidArgumentError(
      `“${text}” is not a number; molecules have units too, as in 2*fs or 100*ps.`,
    );
  }
}

const unitScope = () => declareParameters(new Graph(), molecularUnits, {}).scope;

export function wholePositive(text: string): number {
  const value = positive(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError(`“${text}” is not a whole number.`);
  return value;
}

/** A number that is at least so large. */
export const from =
  (least: number) =>
  (text: string): number => {
    const value = number(text);
    if (value < least) throw new InvalidArgumentError(`“${text}” is less than ${least}.`);
    return value;
  };

const wholeFrom =
  (least: number) =>
  (text: string): number => {
    const value = from(least)(text);
    if (!Number.isInteger(value)) throw new InvalidArgumentError(`“${text}” is not a whole number.`);
    return value;
  };

export function list(text: string): string[] {
  const items = text.split(',').map(item => item.trim());
  const named = items.filter(item => item !== '');
  if (named.length === 0) throw new InvalidArgumentError('The list is empty.');
  return named;
}

export const positiveTimes = (text: string): number[] => list(text).map(positiveTime);

export const positiveList = (text: string): number[] => list(text).map(positive);

/** --set name=value, as often as needed. */
function assignment(text: string, before: Record<string, number> = {}): Record<string, number> {
  const [name, value, ...rest] = text.split('=');
  if (!name || value === undefined || rest.length > 0)
    throw new InvalidArgumentError(`“${text}” is not of the form name=value.`);
  return { ...before, [name.trim()]: number(value) };
}

export interface ProblemFlags {
  readonly set?: Record<string, number>;
  readonly json?: boolean;
}

/** FILE, --set and --json, the same for every command that reads a problem. */
export function withProblem(command: Command): Command {
  return command
    .argument('<file>', 'a problem file, or the name of a catalogue problem')
    .option('--set <name=value>', 'override a parameter (repeatable)', assignment)
    .option('--json', 'print one JSON object instead of text');
}

/** For commands that check the problem before they work on it. */
export const withForce = (command: Command): Command =>
  command.option('--force', 'go on even though the check fails');

export interface MethodFlags extends MethodOptions {
  readonly omega?: number;
}

const lists: Partial<Record<ParameterRecord['name'], string>> = {
  flow: 'cotangent list flows; ',
  solver: 'cotangent list solvers; ',
  inner: 'cotangent list methods; ',
};

/** One option for each parameter that some method takes, and the penalty. */
export function withMethod(command: Command): Command {
  for (const { name, kind, summary, default: usual, least = Number.NEGATIVE_INFINITY } of methodParameters) {
    const description = `${summary} (${lists[name] ?? ''}default: ${usual})`;
    if (kind === 'name') command.option(`--${name} <name>`, description);
    else
      command.option(`--${name} <number>`, description, kind === 'number' ? from(least) : wholeFrom(least));
  }
  return command.option('--omega <number>', 'replace the constraints by the penalty ½ω²gᵀg', positive);
}

/** Only the options that were given, so that defaults stay with the library. */
export function given<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
