#!/usr/bin/env node
// cotangent: the program. Everything else is in command-line.ts, which tests call as a function.

import { Console } from 'node:console';
import { runCommandLine } from './command-line.ts';

// The console of Node ignores errors: a result that a full disk did not take would end with exit code 0.
globalThis.console = new Console({ stdout: process.stdout, stderr: process.stderr, ignoreErrors: false });

process.stdout.on('error', error => {
  // EPIPE: the reader closed the pipe, as in `cotangent --help | head`. This is not an error.
  if ('code' in error && error.code === 'EPIPE') process.exit();
  process.stderr.write(`error: cannot write to standard output: ${error.message}\n`);
  process.exit(1);
});
// Nowhere is left to say it; the exit code still does.
process.stderr.on('error', () => process.exit(1));

await runCommandLine(process.argv.slice(2));
