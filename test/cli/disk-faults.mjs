// Faults of the disk for a program, at a place that is the same in every run. Loaded before it:
//   DISK_FAULT='{"space":5000}' node --import disk-faults.mjs PROGRAM …   after so many bytes the disk is full: a short write, then ENOSPC
//   DISK_FAULT='{"kill":7}'      the process is killed at its 7th change of a file; of a write only a half is done
//   DISK_FAULT='{"count":"F"}'   no fault; the number of changes is written to the file F at the end
//   DISK_FAULT='{"clock":1000}'  besides: the clock of the program goes on by 1000 ms whenever it is read, so that checkpoints are
//                                frequent and at the same steps on every machine

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const {
  kill = 0,
  space = Number.POSITIVE_INFINITY,
  count,
  clock,
} = JSON.parse(process.env.DISK_FAULT ?? '{}');
const writeFile = fs.writeFileSync;
let changes = 0;
let free = space;
/** Node's own functions call each other. */
let isInside = false;

function die() {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

const full = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });

/** Replaces a function of fs: `change` gets whether the process dies in it, and the original. */
function replace(name, change) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (isInside) return original(...args);
    changes += 1;
    const dies = changes === kill;
    isInside = true;
    try {
      const result = change(original, dies, ...args);
      if (dies) die();
      return result;
    } finally {
      isInside = false;
    }
  };
}

/** Bytes of a write that are done. */
function share(length, dies) {
  const fits = dies ? length >> 1 : Math.min(length, free);
  free -= fits;
  return fits;
}

replace('writeSync', (write, dies, descriptor, data, at = 0, length = data.length - at, position = null) => {
  // Standard output and error are on no disk.
  if (descriptor <= 2) return write(descriptor, data, at, length, position);
  const fits = share(length, dies);
  if (length > 0 && fits === 0 && !dies) throw full();
  return write(descriptor, data, at, fits, position);
});

replace('writeFileSync', (write, dies, path, data, ...rest) => {
  const bytes = Buffer.from(data);
  const fits = share(bytes.length, dies);
  write(path, bytes.subarray(0, fits), ...rest);
  if (fits < bytes.length && !dies) throw full();
});

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
  replace(name, (change, dies, ...args) => {
    if (dies) die();
    return change(...args);
  });

syncBuiltinESMExports();
if (clock) {
  let time = 0;
  performance.now = () => {
    time += clock;
    return time;
  };
}
if (count) process.on('exit', () => writeFile(count, String(changes)));
