#!/usr/bin/env node
// cotangent: the program. Everything else is in command-line.ts, which tests call as a function.

import { runCommandLine } from './command-line.ts';

// A reader that has seen enough closes the pipe, as in `cotangent --help | head`: no reason to fail.
process.stdout.on('error', error => {
  if ('code' in error && error.code === 'EPIPE') process.exit();
  throw error;
});

await runCommandLine(process.argv.slice(2));
