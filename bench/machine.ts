// What a benchmark ran on.

import { cpus } from 'node:os';

export interface Machine {
  readonly processor: string;
  readonly node: string;
}

export function thisMachine(): Machine {
  return { processor: cpus()[0]?.model.trim() ?? 'unknown processor', node: process.versions.node };
}

export const today = () => new Date().toISOString().slice(0, 10);
