// Parameters that must be integers: lengths of arrays, ends of ranges and sums, seeds.

import { parser } from './grammar/parser.ts';
import type { NamedFormula, ProblemFile } from './problem-file.ts';

type Node = ReturnType<typeof parser.parse>['topNode'];

export function wholeParameters(file: ProblemFile): ReadonlySet<string> {
  const named = [
    ...file.parameters,
    ...file.constraints,
    ...file.initial,
    ...file.observables,
    ...(typeof file.mass === 'object' ? (file.mass ?? []) : []),
  ];
  const lengths = file.coordinates.flatMap(({ shape }) => shape).flatMap(namesIn);
  const counted = [...Object.values(file.energies), ...named.map(({ text }) => text)].flatMap(countedIn);
  const found = new Set([...lengths, ...counted, ...named.flatMap(rangeNames)]);
  return new Set(file.parameters.map(({ name }) => name).filter(name => found.has(name)));
}

const rangeNames = ({ each }: NamedFormula) => (each ?? '').split(/\.\.|,|\bin\b/u).flatMap(namesIn);

const namesIn = (formula: string) => namesBelow(parser.parse(formula).topNode, formula);

function namesBelow(node: Node, text: string): string[] {
  const names: string[] = [];
  node.cursor().iterate(({ name, from, to }) => {
    if (name === 'Name') names.push(text.slice(from, to));
  });
  return names;
}

/** Names in the places of sum(i, a, b, …) and normal(seed, k) that must be whole, and in indices. */
function countedIn(formula: string): string[] {
  const found: string[] = [];
  parser.parse(formula).iterate({
    enter: ({ name, node }) => {
      const [first, ...rest] = childrenOf(node);
      const callee = name === 'Call' && first ? formula.slice(first.from, first.to) : '';
      const places =
        name === 'Index' || callee === 'normal' ? rest : callee === 'sum' ? rest.slice(1, 3) : [];
      found.push(...places.flatMap(place => namesBelow(place, formula)));
    },
  });
  return found;
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}
