// The command line as a function of its arguments. A command's module is imported only when the command is asked for, so that
// `cotangent --version` reads one small file; thin commands over the library, Node only here.

import { Command, CommanderError } from 'commander';
import { paint } from './terminal.ts';
import { version } from './version.ts';

type AddCommand = (program: Command) => void;

/** Commands in the order of `cotangent --help`. */
const commands: Record<string, () => Promise<AddCommand>> = {
  check: async () => (await import('./commands/check.ts')).checkCommand,
  run: async () => (await import('./commands/run.ts')).runCommand,
  certify: async () => (await import('./commands/certify.ts')).certifyCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  penalty: async () => (await import('./commands/penalty.ts')).penaltyCommand,
  reproduce: async () => (await import('./commands/reproduce.ts')).reproduceCommand,
  studio: async () => (await import('./commands/studio.ts')).studioCommand,
  list: async () => (await import('./commands/list.ts')).listCommand,
  bench: async () => (await import('./commands/bench.ts')).benchCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
};

/** Commands that a command itself runs. */
const uses: Record<string, readonly string[]> = { demo: ['check', 'run', 'certify'] };

/** Names of the commands that these arguments need: all of them for help, and to suggest one for an unknown name. */
function neededCommands([first]: readonly string[]): readonly string[] {
  if (first === '--version' || first === '-V') return [];
  const isCommand = first !== undefined && Object.hasOwn(commands, first);
  return isCommand ? [...(uses[first] ?? []), first] : Object.keys(commands);
}

const firstCommands = `
FILE is a problem file (YAML or JSON) or the name of a catalogue problem.

Start with:
  cotangent list systems                  the catalogue of problems
  cotangent check double-pendulum         is it well posed, and which method suits it?
  cotangent run double-pendulum           integrate it and print the result
  cotangent run double-pendulum --out out write rows, figures and a checkpoint
  cotangent certify double-pendulum       measure order, symplecticity, reversibility, drift
  cotangent compare double-pendulum --methods rattle,rattle-4,bdf2 --steps 0.02,0.01,0.005
  cotangent studio                        the same in the browser

Exit codes: 0 success, 1 an error or a failed check, 130 interrupted.`;

async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('cotangent')
    .description(
      'Constrained Hamiltonian mechanics: check a problem, integrate it, measure what the method claims.',
    )
    .version(version)
    .exitOverride()
    .showHelpAfterError('(cotangent --help shows all commands)')
    .showSuggestionAfterError()
    .addHelpText('after', firstCommands);
  for (const name of neededCommands(args)) (await commands[name]())(program);
  for (const command of program.commands)
    command.showHelpAfterError(`(cotangent ${command.name()} --help shows its options)`);
  return program;
}

/** Runs one command to its end. Never throws: errors go to standard error and set `process.exitCode`. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has printed its message already; help and version are “errors” with exit code 0.
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else reportError(error);
  }
}

/** User errors print a message; internal errors keep their stack trace. By name, so that their modules need not be read. */
const userErrors = [
  ...['UserError', 'ProblemError', 'MethodError', 'ScheduleError', 'CheckpointError'],
  'GraphTooLarge',
];

function reportError(error: unknown): void {
  const isOfUser = error instanceof Error && userErrors.includes(error.name);
  const message =
    error instanceof Error ? (isOfUser ? error.message : `internal error: ${error.stack}`) : String(error);
  console.error(`${paint('error:', 'red', process.stderr)} ${message}`);
  process.exitCode = 1;
}
