// cotangent demo: what `npm start` shows. A real problem from its file to its figures, with the commands that do it.

import type { Command } from 'commander';
import { readSource } from '../problem-source.ts';
import { paint } from '../terminal.ts';

const shown = 'double-pendulum';

export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('a first look: run a double pendulum and draw it')
    .addHelpText('after', '\nExample: cotangent demo')
    .action(async () => {
      console.log(
        `${paint('Cotangent', 'bold')} integrates mechanics with constraints. This is ${paint(`cases/${shown}.yaml`, 'bold')}:\n`,
      );
      console.log(readSource(shown).text.replace(/^/gm, '  '));
      await step(program, ['check', shown]);
      await step(program, ['run', shown, '--out', 'out/demo']);
      await step(program, ['certify', shown]);
      console.log(
        '\nThe figures are in out/demo. Try a problem of your own: cotangent run my-problem.yaml (cotangent --help shows more).',
      );
    });
}

async function step(program: Command, args: string[]): Promise<void> {
  console.log(`\n${paint(`$ cotangent ${args.join(' ')}`, 'dim')}\n`);
  await program.parseAsync(args, { from: 'user' });
}
