#!/usr/bin/env node
// cotangent: the program. Everything else is in command-line.ts, which tests call as a function.

import { runCommandLine } from './command-line.ts';

// EPIPE: the reader closed the pipe, as in `cotangent --help | head`. This is not an error.
process.stdout.on('error', error => {
  if ('code' in error && error.code === 'EPIPE') process.exit();
  throw error;
});

await runCommandLine(process.argv.slice(2));
