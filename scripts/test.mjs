// npm test: installs, builds, then formatter, linter, types and every test. Linter and type checker run beside the build; what
// they find is shown before the tests begin.
import { spawn } from 'node:child_process';
import {
  browser,
  build,
  buildStudio,
  buildTypes,
  compressStudio,
  installAll,
  root,
  run,
  valgrind,
} from './setup.mjs';

/** Runs a tool of the project beside the rest; resolves with its output and exit code. */
function beside(...args) {
  const child = spawn('npx', ['--no-install', ...args], { cwd: root });
  const output = [];
  child.stdout.on('data', data => output.push(data));
  child.stderr.on('data', data => output.push(data));
  return new Promise(resolve =>
    child.on('close', code => resolve({ code, text: Buffer.concat(output).toString() })),
  );
}

installAll();
const checks = [
  beside('biome', 'check', '.'),
  beside('tsc', '-p', 'tsconfig.json', '--noEmit'),
  beside('tsc', '-p', 'studio', '--noEmit'),
];
browser();
valgrind();
build();
buildTypes();
buildStudio();
compressStudio();
for (const { code, text } of await Promise.all(checks)) {
  if (code === 0) continue;
  console.error(text);
  process.exit(code ?? 1);
}
run('npx', ['--no-install', 'vitest', 'run', ...process.argv.slice(2)]);
