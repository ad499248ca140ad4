// A process that runs commands of the compiled command line one after another, each as if it had been started for it: its own
// folder, arguments, output and exit code. Saves the start of Node and the reading of the modules for all but the first.
//   fork('resident-program.mjs', [PATH of the module with runCommandLine])   answers each { id, cwd, args } with { id, code, stdout, stderr }

import { pathToFileURL } from 'node:url';

const { runCommandLine } = await import(pathToFileURL(process.argv[2]).href);

/** Collects what is written while `work` runs. */
async function captured(work) {
  const streams = { stdout: process.stdout, stderr: process.stderr };
  const texts = { stdout: [], stderr: [] };
  const originals = Object.entries(streams).map(([name, stream]) => {
    const write = stream.write;
    stream.write = (text, encoding, done = encoding) => {
      texts[name].push(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'));
      if (typeof done === 'function') done();
      return true;
    };
    return () => {
      stream.write = write;
    };
  });
  try {
    await work();
  } finally {
    for (const restore of originals) restore();
  }
  return { stdout: texts.stdout.join(''), stderr: texts.stderr.join('') };
}

async function answer({ id, cwd, args }) {
  process.chdir(cwd);
  process.exitCode = undefined;
  const output = await captured(() => runCommandLine(args));
  const code = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  process.send({ id, code, ...output });
}

let last = Promise.resolve();
process.on('message', request => {
  last = last.then(() => answer(request));
});
process.on('disconnect', () => process.exit());
