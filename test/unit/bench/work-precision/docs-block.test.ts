import { describe, expect, it } from 'vitest';
import {
  type CurveResult,
  docsBlock,
  figureFile,
  type ProblemResult,
  withBlock,
  workPrecisionFigure,
} from '../../../../bench/suites/work-precision/report.ts';

const curve = (
  label: string,
  family: CurveResult['family'],
  more: Partial<CurveResult> = {},
): CurveResult => ({
  ...{ label, family, method: label.split(' ')[0], omega: null, settings: [0.1, 0.05] },
  ...{ errors: [1e-3, 2.5e-4], energyErrors: [1e-4, 2e-5], milliseconds: [1, 2], ended: 'slow' },
  ...more,
});
const finish = (label: string, milliseconds: number, ratio: number) => ({
  ...{ label, milliseconds, ratio, setting: 0.1234, error: 7e-5, energyError: 3.21e-7 },
});
const problem: ProblemResult = {
  ...{ id: 'swing', title: 'Swing', file: 'swing-case', until: 10, judgedBy: 'end point' },
  curves: [
    curve('rattle', 'constrained'),
    curve('bdf1', 'DAE', { milliseconds: [2, 5], errors: [0.1, 0.05] }),
    curve('bdf2', 'DAE', { milliseconds: [3, 4], errors: [0.2, 0.01] }),
    curve('verlet --omega 20', 'unconstrained', { omega: 20, ended: 'no gain' }),
    curve('shake', 'constrained'),
  ],
  goals: [
    { goal: 1e-4, finishes: [finish('reference', 0.0512, 1), finish('rattle', 0.2, 3.96)] },
    { goal: 1e-6, finishes: [] },
  ],
};
const report = {
  date: '2026-01-02',
  machine: { processor: 'P', node: '20' },
  rounds: 5,
  problems: [problem],
};

describe('the block of the documentation', () => {
  const block = docsBlock(report);

  it('names the cheapest method, its setting and the others as ratios', () => {
    expect(block).toContain('| 10⁻⁴ | `reference` | tolerance 1.2·10⁻¹ | 0.051 | 3.2·10⁻⁷ | `rattle` 4 |');
  });

  it('leaves out goals that nobody met, and links the figure', () => {
    expect(block).not.toContain('10⁻⁶ ');
    expect(block).toContain('](images/work-precision-swing.svg)');
    expect(block).toContain('Measured on 2026-01-02, P, Node 20.');
  });

  it('goes between its marks and leaves the rest of the page alone', () => {
    const page = 'before\n<!-- measured: work-precision -->\nold\n<!-- end of measured -->\nafter\n';
    const once = withBlock(page, 'new');
    expect(once).toBe('before\n<!-- measured: work-precision -->\nnew\n<!-- end of measured -->\nafter\n');
    expect(withBlock(once, 'new')).toBe(once);
    expect(() => withBlock('a page without them', 'new')).toThrow('no place');
  });
});

describe('the figure', () => {
  const [{ series, notes }] = workPrecisionFigure(problem).panels;

  it('has colours for known methods, the front of the backward differences, and grey for all others', () => {
    expect(series.map(({ label, style }) => [label, style])).toEqual([
      ['all others (ω: penalties)', 'grey'],
      [undefined, 'grey'],
      [undefined, 'grey'],
      [undefined, 'grey'],
      ['rattle', 0],
      ['best of bdf1 … bdf6', 6],
    ]);
    const best = series.at(-1);
    expect([best?.x, best?.y]).toEqual([
      [2, 4],
      [0.1, 0.01],
    ]);
  });

  it('names a method that stands alone', () => {
    const alone = {
      ...problem,
      curves: problem.curves.filter(({ label }) => /rattle|bdf2|shake/.test(label)),
    };
    const [panel] = workPrecisionFigure(alone).panels;
    expect(panel.series.map(({ label }) => label)).toEqual(['shake', 'rattle', 'bdf2']);
  });

  it('says which plateau belongs to which stiffness', () => {
    expect(notes).toEqual([{ text: 'ω = 20', x: 2, y: 2.5e-4, side: 'right' }]);
    expect(figureFile(problem)).toBe('work-precision-swing.svg');
  });
});
