import { describe, expect, it } from 'vitest';
import { alternatives } from '../../../bench/suites/alternatives/search.ts';
import { type FixedStepFinish, format } from '../../../bench/suites/alternatives/suite.ts';

const kept = (slope: number) => ({ energy: 2e-3, drift: { slope, error: 1e-6 }, constraint: 3e-16 });
const finish = (contestant: string): FixedStepFinish => ({
  ...{ contestant, isOurs: false, seconds: 1e-6, ratio: 1, memory: 2 ** 20 },
});
const named = (name: string) => alternatives().fixedStep.workloads.filter(workload => workload.name === name);
const [walk] = [...named('pendulum')];
const [short] = [...named('chain of 1000')];

/** Cells of the section whose title ends so: a list for each program. */
function cellsOf(title: string, finishes: FixedStepFinish[]): string[][] {
  const contestants = finishes.map(({ contestant }) => ({ name: contestant, description: '', build: '' }));
  const results = [walk, short].map(one => ({ walk: one, finishes, failures: [] }));
  const head = { date: '', machine: { processor: '', node: '' }, rounds: 1, missing: [], races: [] };
  const text = format({ ...head, contestants, walks: results });
  const table = text.split('## ').find(part => part.split('\n')[0].endsWith(title)) ?? '';
  const rows = table.split('\n').filter(line => line.startsWith('|') && !line.startsWith('| -'));
  return rows.map(row =>
    row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
}

describe('what steps keep', () => {
  const finishes = [
    { ...finish('drifting'), ...kept(-4e-6) },
    { ...finish('swinging'), ...kept(2e-6) },
    finish('failing'),
  ];

  it('is a drift from three standard errors on', () => {
    const [, drifting, swinging, ...rest] = cellsOf('drift of the energy per time', finishes);
    expect(drifting).toEqual(['drifting', '-4e-6 ± 1e-6', '-4e-6 ± 1e-6']);
    expect(swinging).toEqual(['swinging', 'none', 'none']);
    expect(rest).toEqual([]);
  });

  it('is nothing for a program that fails on the way, whose steps have a cost all the same', () => {
    expect(cellsOf('worst energy error', finishes)[3]).toEqual(['failing', 'fails', 'fails']);
    expect(cellsOf('worst constraint', finishes)[1]).toEqual(['drifting', '3e-16', '3e-16']);
    expect(cellsOf('fixed length 0.01', finishes)[3]?.slice(0, 2)).toEqual(['failing', '1 (1×)']);
  });

  it('names the time where it is not the usual one', () => {
    expect(cellsOf('worst energy error', finishes)[0]).toEqual([
      'program',
      'pendulum',
      'chain of 1000, t = 1',
    ]);
  });
});
