// Constraints written one by one, as vector equations, or as families: each becomes named scalar equations.

import { elaborateEquation, equationValue } from '../formula/elaborate.ts';
import { eachBinding } from '../formula/families.ts';
import { once } from '../formula/once.ts';
import { isScalar, type Scope, type Value } from '../formula/scope.ts';
import { parseEquation } from '../formula/syntax.ts';
import type { NamedEquation } from './compiled.ts';
import { atPath } from './problem-error.ts';
import type { ProblemSpec } from './schema.ts';

type Given = NonNullable<ProblemSpec['constraints']>;

export function expandEquations(given: Given, scope: Scope): NamedEquation[] {
  return Object.entries(given).flatMap(([name, constraint]) => {
    const path = ['constraints', name];
    if (typeof constraint !== 'object') {
      return flatten(
        name,
        atPath(path, () => elaborateEquation(String(constraint), scope)),
      );
    }
    const members: NamedEquation[] = [];
    const text = String(constraint.equation);
    const syntax = once(() => parseEquation(text));
    atPath([...path, 'each'], () => {
      for (const { scope: inner, values } of eachBinding(constraint.each, scope)) {
        const value = atPath([...path, 'equation'], () => equationValue(syntax(), inner, text));
        members.push(...flatten(`${name}[${[...values.values()].join()}]`, value));
      }
    });
    return members;
  });
}

function flatten(name: string, value: Value): NamedEquation[] {
  if (isScalar(value)) return [{ name, expression: value }];
  return value.flatMap((inner, i) => flatten(`${name}[${i}]`, inner));
}
