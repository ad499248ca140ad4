// One time loop: outside run/stepper.ts no loop calls `flow.step(z, h, out)`. Methods are made of steps of other flows, so the rule
// is for the folders above them; other programs in the benchmarks have loops of their own.

import { describe, expect, it } from 'vitest';
import { filesBelow, type SourceFile } from './source-files.ts';
import { isNode, lineFinder, type Node, nameOf, parse, walk } from './syntax.ts';

const above = ['observers', 'run', 'laws', 'studies', 'output'].map(room => `src/${room}`);
const files = ['.ts', '.tsx']
  .flatMap(ending => filesBelow([...above, 'cli', 'studio', 'bench', 'papers'], ending))
  .filter(({ path }) => path !== 'src/run/stepper.ts' && !/^bench\/contestants\/(?!ours\/)/.test(path));

/** Calls of `….step(a, b, c)` inside a loop, as path:line. */
function loopsOverSteps(file: SourceFile): string[] {
  const [loops, calls]: Node[][] = [[], []];
  walk(parse(file), node => {
    if (/^(For|While|DoWhile)\w*Statement$/.test(node.type)) loops.push(node);
    if (isStep(node)) calls.push(node);
  });
  const lineOf = lineFinder(file.text);
  return calls
    .filter(call => loops.some(({ start, end }) => start < call.start && call.end < end))
    .map(({ start }) => `${file.path}:${lineOf(start)}`);
}

function isStep({ type, callee, arguments: given }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return false;
  return callee.type === 'MemberExpression' && nameOf(callee.property) === 'step' && given.length === 3;
}

describe('the time loop', () => {
  it('is the one of run/stepper.ts', () => {
    expect(files.flatMap(loopsOverSteps)).toEqual([]);
  });

  it.each([
    ['for (let k = 0; k < 9; k++) flow.step(z, h, next);', 1],
    ['while (!done) { if (!flow.step(z, h, next).ok) break; }', 1],
    ['for (const h of steps) { const f = () => method.flow.step(z, h, next); f(); }', 1],
    ['flow.step(z, h, next);', 0],
    ['for (let k = 0; k < 9; k++) stepper.advance(1);', 0],
    ['for (let k = 0; k < 9; k++) world.step(h);', 0],
  ])('would be seen in: %s', (text, count) => {
    expect(loopsOverSteps({ path: 'papers/a.ts', text })).toHaveLength(count);
  });
});
