// A command of the compiled command line inside this process: its exit code and what it wrote.

import { runCommandLine } from '../../dist/cli/command-line.js';

function capture(stream) {
  const texts = [];
  const { write } = stream;
  stream.write = (text, encoding, done = encoding) => {
    texts.push(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'));
    if (typeof done === 'function') done();
    return true;
  };
  return () => {
    stream.write = write;
    return texts.join('');
  };
}

export async function command(folder, args) {
  process.chdir(folder);
  process.exitCode = undefined;
  const [endOut, endErr] = [capture(process.stdout), capture(process.stderr)];
  let failure = null;
  try {
    await runCommandLine(args);
  } catch (error) {
    failure = String(error?.stack ?? error);
  }
  const [stdout, stderr] = [endOut(), endErr()];
  const code = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  return { code, stdout, stderr, failure };
}
