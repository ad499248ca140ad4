import { describe, expect, it } from 'vitest';
import { instructionsPerStep, totals } from '../../../../bench/suites/instructions/suite.ts';

/** As callgrind 3.19 writes it, with --combine-dumps=yes. */
const part = (number: number, trigger: string, sum: number) => `
# callgrind format
version: 1
creator: callgrind-3.19.0
pid: 24318
cmd:  node program.mjs
part: ${number}

desc: Timerange: Basic block 0 - 113076990
desc: Trigger: ${trigger}

positions: line
events: Ir
summary: ${sum}

ob=(12) /usr/bin/node
fn=(41) uv_getrusage
0 7
cfn=(42) memset
calls=1 0
0 11

totals: ${sum}
`;

const dump = (sums: readonly number[]) =>
  sums.map((sum, k) => part(k + 1, '--dump-before=uv_getrusage', sum)).join('');

describe('the counts of callgrind', () => {
  it('are the totals of the parts, in order', () => {
    expect(totals(dump([512613075, 114185674, 2260305]))).toEqual([512613075, 114185674, 2260305]);
  });
  it('are refused when something else was counted', () => {
    expect(() => totals(dump([1, 2]).replaceAll('events: Ir', 'events: Dr'))).toThrow(
      'did not count instructions',
    );
  });
});

describe('instructions per step', () => {
  const workloads = [
    { name: 'a', steps: 10 },
    { name: 'b', steps: 4 },
  ];

  it('come from the least of the blocks after the warm-up', () => {
    const parts = [9e6, 5000, 4010, 4000, 8e6, 800, 802, 9000, 123];
    expect(instructionsPerStep(parts, workloads, 3)).toEqual({ a: 400, b: 200 });
  });
  it('are refused when marks are missing or there are too many', () => {
    for (const length of [8, 10])
      expect(() => instructionsPerStep(new Array(length).fill(1), workloads, 3)).toThrow(
        `8 marks were made, but callgrind saw ${length - 1} calls`,
      );
  });
});
