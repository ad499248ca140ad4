// Options of the command line: each parser checks its value and throws with a message that names it.

import { type Command, InvalidArgumentError } from 'commander';
import { declareParameters } from '../src/file/sections/parameters-section.ts';
import { Graph } from '../src/formula/graph.ts';
import { elaborateNumber } from '../src/formula/language/elaborate.ts';
import type { MethodOptions, ParameterRecord } from '../src/methods/method.ts';
import { methodParameters } from '../src/methods/registry.ts';
import { molecularUnits } from '../src/particles/units.ts';

export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new InvalidArgumentError(`“${text}” is not a number.`);
  return value;
}

export const parsePositive = (text: string): number => checkedPositive(parseNumber(text), text);

/** A number, or a formula of the units of molecules: 2*fs, 100*ps. */
export const parseTime = (text: string): number => checkedPositive(withUnits(text), text);

function checkedPositive(value: number, text: string): number {
  if (value <= 0) throw new InvalidArgumentError(`“${text}” is not positive.`);
  return value;
}

function withUnits(text: string): number {
  if (Number.isFinite(Number(text))) return parseNumber(text);
  try {
    return parseNumber(String(elaborateNumber(text, unitScope())));
  } catch {
    throw new InvalidArgumentError(
      `“${text}” is not a number; molecules have units too, as in 2*fs or 100*ps.`,
    );
  }
}

const unitScope = () => declareParameters(new Graph(), molecularUnits, {}).scope;

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

const parseWholeFrom =
  (least: number) =>
  (text: string): number => {
    const value = parseFrom(least)(text);
    if (!Number.isInteger(value)) throw new InvalidArgumentError(`“${text}” is not a whole number.`);
    return value;
  };

export function commaList(text: string): string[] {
  const items = text.split(',').map(item => item.trim());
  const named = items.filter(item => item !== '');
  if (named.length === 0) throw new InvalidArgumentError('The list is empty.');
  return named;
}

export const timeList = (text: string): number[] => commaList(text).map(parseTime);

export const positiveList = (text: string): number[] => commaList(text).map(parsePositive);

/** --set name=value, repeatable. */
function assignment(text: string, before: Record<string, number> = {}): Record<string, number> {
  const [name, value, ...rest] = text.split('=');
  if (!name || value === undefined || rest.length > 0)
    throw new InvalidArgumentError(`“${text}” is not of the form name=value.`);
  return { ...before, [name.trim()]: parseNumber(value) };
}

export interface ProblemFlags {
  readonly set?: Record<string, number>;
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

export interface MethodFlags extends MethodOptions {
  readonly omega?: number;
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
    else
      command.option(
        `--${name} <number>`,
        description,
        kind === 'number' ? parseFrom(least) : parseWholeFrom(least),
      );
  }
  return command.option('--omega <number>', 'replace the constraints by the penalty ½ω²gᵀg', parsePositive);
}
