#!/usr/bin/env node
// cotangent: the command line. Thin commands over the library; Node only here.

import { Command } from 'commander';
import { MethodError } from '../src/methods/method.ts';
import { ProblemError } from '../src/problem/problem-error.ts';
import { CheckpointError } from '../src/run/checkpoint.ts';
import { ScheduleError } from '../src/run/schedule.ts';
import { benchCommand } from './commands/bench.ts';
import { certifyCommand } from './commands/certify.ts';
import { checkCommand } from './commands/check.ts';
import { compareCommand } from './commands/compare.ts';
import { demoCommand } from './commands/demo.ts';
import { listCommand } from './commands/list.ts';
import { penaltyCommand } from './commands/penalty.ts';
import { reproduceCommand } from './commands/reproduce.ts';
import { runCommand } from './commands/run.ts';
import { studioCommand } from './commands/studio.ts';
import { paint } from './terminal.ts';
import { UserError } from './user-error.ts';
import { version } from './version.ts';

const program = new Command('cotangent')
  .description(
    'Constrained Hamiltonian mechanics: check a problem, integrate it, prove that the method keeps its promises.',
  )
  .version(version)
  .showHelpAfterError('(cotangent --help shows all commands)')
  .showSuggestionAfterError()
  .addHelpText(
    'after',
    `
Begin with:
  cotangent list systems                  the catalogue of problems
  cotangent check double-pendulum         is it well posed?
  cotangent run double-pendulum           integrate it
  cotangent certify double-pendulum       measure order, symplecticity, reversibility, drift
  cotangent compare double-pendulum --methods rattle,rattle-4,bdf2 --steps 0.02,0.01,0.005`,
  );

for (const add of [
  checkCommand,
  runCommand,
  certifyCommand,
  compareCommand,
  penaltyCommand,
  reproduceCommand,
  studioCommand,
  listCommand,
  benchCommand,
  demoCommand,
])
  add(program);
for (const command of program.commands)
  command.showHelpAfterError(`(cotangent ${command.name()} --help shows its options)`);

/** Mistakes of the user are told plainly; anything else is a mistake of ours and keeps its stack. */
const told = [UserError, ProblemError, MethodError, ScheduleError, CheckpointError];

try {
  await program.parseAsync();
} catch (error) {
  const isTold = told.some(kind => error instanceof kind);
  const message =
    error instanceof Error ? (isTold ? error.message : `internal error: ${error.stack}`) : String(error);
  console.error(`${paint('error:', 'red', process.stderr)} ${message}`);
  process.exitCode = 1;
}
