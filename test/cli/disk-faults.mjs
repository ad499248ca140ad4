// Faults of the disk for a program, at a place that is the same in every run. Loaded before it:
//   DISK_FAULT='{"space":5000}' node --import disk-faults.mjs PROGRAM …   after so many bytes the disk is full: a short write, then ENOSPC
//   DISK_FAULT='{"kill":7}'     the process is killed at its 7th change of a file; of a write only a half is done
//   DISK_FAULT='{"count":"F"}'  no fault; the number of changes is written to the file F at the end

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { kill = 0, space = Number.POSITIVE_INFINITY, count } = JSON.parse(process.env.DISK_FAULT ?? '{}');
const original = { ...fs };
let changes = 0;
let free = space;

function die() {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

/** Bytes of a write that fit on the disk. */
function fitting(length) {
  if (length > 0 && free <= 0) throw full();
  const fits = Math.min(length, free);
  free -= fits;
  return fits;
}

fs.writeSync = (descriptor, data, at = 0, length = data.length - at, position = null) => {
  changes += 1;
  if (changes === kill) {
    original.writeSync(descriptor, data, at, length >> 1, position);
    die();
  }
  return original.writeSync(descriptor, data, at, fitting(length), position);
};

fs.writeFileSync = (path, data, ...rest) => {
  changes += 1;
  const bytes = Buffer.from(data);
  const fits = changes === kill ? bytes.length >> 1 : Math.min(bytes.length, free);
  free -= fits;
  original.writeFileSync(path, bytes.subarray(0, fits), ...rest);
  if (changes === kill) die();
  if (fits < bytes.length) throw full();
};

const others = [
  'copyFileSync',
  'fsyncSync',
  'ftruncateSync',
  'linkSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'unlinkSync',
];
for (const name of others)
  fs[name] = (...args) => {
    changes += 1;
    if (changes === kill) die();
    return original[name](...args);
  };

syncBuiltinESMExports();
if (count) process.on('exit', () => original.writeFileSync(count, String(changes)));
