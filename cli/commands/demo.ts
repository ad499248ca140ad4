// cotangent demo: what `npm start` shows. A real problem from its file to its figures, with the commands that do it.

import type { Command } from 'commander';
import { readSource } from '../files/problem-source.ts';
import { paint } from '../terminal.ts';

const shown = 'double-pendulum';

/** What to type: in a checkout the command line is reached through npm. */
const command = process.env.npm_lifecycle_event === 'start' ? 'npm start --' : 'cotangent';

export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('first example: check, run and certify a double pendulum, and draw it')
    .addHelpText('after', '\nExample: cotangent demo')
    .action(async () => {
      console.log(
        `${paint('Cotangent', 'bold')} integrates mechanics with constraints. This is ${paint(`cases/${shown}.yaml`, 'bold')}:\n`,
      );
      console.log(problemText().replace(/^/gm, '  '));
      await step(program, ['check', shown]);
      await step(program, ['run', shown, '--out', 'out/demo']);
      await step(program, ['certify', shown]);
      console.log(
        `\nThe figures are in out/demo. Next, a problem of your own:\n\n  ${command} run my-problem.yaml`,
      );
    });
}

/** The problem itself: without what is said about it, and without the reference values at its end. */
const problemText = () =>
  readSource(shown)
    .text.replace(/^reference:.*/ms, '')
    .replace(/^(#|description:|provenance:|tags:).*\n/gm, '')
    .trimEnd();

async function step(program: Command, args: string[]): Promise<void> {
  console.log(`\n${paint(`$ ${command} ${args.join(' ')}`, 'dim')}\n`);
  await program.parseAsync(args, { from: 'user' });
}
