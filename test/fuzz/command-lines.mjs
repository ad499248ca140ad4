// Mutated command lines: a command that is right on a small problem, with arguments dropped, repeated, exchanged, misspelt and given
// values of other kinds.

import { generatedProblem } from './generated-problems.mjs';
import { fileText } from './mutations.mjs';

/** `problem.yaml` lies in the folder; no command here is long. */
const commands = [
  ['run', 'problem.yaml', '--step', '0.01', '--until', '0.2', '--json'],
  ['run', 'problem.yaml', '--step', '0.01', '--until', '0.2', '--out', 'rows.csv', '--every', '3'],
  ['run', 'problem.yaml', '--step', '0.01', '--until', '0.1', '--out', 'rows.npy', '--method', 'rattle'],
  ['run', 'problem.yaml', '--step', '0.01', '--until', '0.1', '--out', 'rows.json', '--solver', 'chord'],
  ['run', 'problem.yaml', '--step', '0.01', '--until', '0.1', '--out', '-'],
  [
    'run',
    'problem.yaml',
    '--step',
    '0.01',
    '--until',
    '0.1',
    '--omega',
    '100',
    '--method',
    'zhang-skeel',
    '--beta',
    '0.4',
  ],
  [
    'run',
    'problem.yaml',
    '--step',
    '0.01',
    '--until',
    '0.1',
    '--method',
    'g-baoab',
    '--temperature',
    '1',
    '--seed',
    '3',
  ],
  ['run', 'problem.yaml', '--step', '0.01', '--until', '0.1', '--out', 'rows.csv', '--resume'],
  ['run', 'planar-pendulum', '--step', '0.01', '--until', '0.1', '--set', 'L=2', '--json'],
  ['check', 'problem.yaml'],
  ['check', 'problem.yaml', '--json'],
  ['check', 'problem.yaml', '--repair'],
  ['list', 'methods'],
  ['list', 'systems', '--json'],
];

const values = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e308',
    '5e-324',
    'NaN',
    'Infinity',
    '-',
    '--',
    '1,5',
    '2*fs',
    '2*',
    'x',
    'rattle',
    'ratle',
  ],
  ...[
    'L=',
    '=2',
    'L=NaN',
    'a=b=c',
    '__proto__=1',
    '💥',
    'no-such.yaml',
    '.',
    '..',
    'rows.csv/x',
    'rows.tar',
    'newton',
  ],
  'x'.repeat(5000),
];
const options = [
  ...[
    '--json',
    '--force',
    '--resume',
    '--repair',
    '--version',
    '--help',
    '--unknown',
    '-x',
    '--figures',
    '--every',
  ],
  ...[
    '--method',
    '--flow',
    '--solver',
    '--omega',
    '--seed',
    '--inner',
    '--tolerance',
    '--substeps',
    '--set',
    '--out',
  ],
];

const changes = [
  ({ below }, args) => args.splice(below(args.length), 1),
  ({ below, pick }, args) => args.splice(below(args.length), 1, pick(values)),
  ({ below, pick }, args) => args.splice(below(args.length + 1), 0, pick(options)),
  ({ pick }, args) => args.push(pick(options), pick(values)),
  ({ below }, args) => args.push(args[below(args.length)]),
  ({ below }, args) => {
    const at = below(args.length);
    args[at] = args[at].slice(0, -1) + args[at].slice(1, 2);
  },
];

/** A step may be as short and a run as long as one likes: what takes hours rightly is not asked for. */
const isLong = args => {
  const optionValue = (name, usual) => Number(args[args.lastIndexOf(name) + 1] || usual);
  const [step, until] = [
    args.includes('--step') ? optionValue('--step') : 0.01,
    args.includes('--until') ? optionValue('--until') : 1e9,
  ];
  return args.includes('run') && until / step > 1e4 && until / step < 1e17;
};

export function commandLine(random, bases) {
  const args = [...random.pick(commands)];
  for (let k = random.below(3); k >= 0 && args.length > 0; k--) random.pick(changes)(random, args);
  if (isLong(args)) args.push('--until', '0.05', '--step', '0.01');
  const text = random.chance(0.5) ? fileText(generatedProblem(random)) : random.pick(bases).text;
  return { args, text };
}
