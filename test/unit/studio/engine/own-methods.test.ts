// A definition in own-methods.ts reaches the menu of a built studio: the worker is bundled as the studio is, with a list of one
// method in place of the empty one, and asked to load a problem.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AboutMethod, Command, EngineEvent } from '../../../../studio/engine/protocol.ts';

const ownMethods = `
import { rattle } from '../../src/public/constrained-maps.ts';
export const ownMethods = [{ name: 'my-rattle', order: 2, symplectic: true, create: problem => rattle(problem) }];`;

async function builtWorker(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      { name: 'own methods', load: id => (id.endsWith('/engine/own-methods.ts') ? ownMethods : null) },
    ],
    build: { write: false, lib: { entry: 'studio/engine/worker.ts', formats: ['es'] } },
  });
  const [{ output: chunks }] = output as Rolldown.RolldownOutput[];
  return chunks[0].code;
}

it('has a method of one’s own in the menu', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-own-methods-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'worker.mjs'), await builtWorker());
  const events: EngineEvent[] = [];
  const self: { name: string; postMessage(event: EngineEvent): void; onmessage: unknown } = {
    name: 'own methods',
    postMessage: event => events.push(event),
    onmessage: null,
  };
  vi.stubGlobal('self', self);
  vi.stubGlobal('navigator', {});
  onTestFinished(() => void vi.unstubAllGlobals());
  await import(/* @vite-ignore */ join(folder, 'worker.mjs'));
  const send = self.onmessage as (message: { data: Command }) => void;

  const text = 'coordinates: [x, y]\npotential: y\nconstraints: { rod: x^2 + y^2 = 1 }\ninitial: { x: 1 }';
  send({ data: { kind: 'load', text, name: 'pendulum', set: {}, files: {}, start: {} } });
  const loaded = events.find(event => event.kind === 'loaded');
  const methods: readonly AboutMethod[] = loaded?.kind === 'loaded' ? loaded.about.methods : [];
  expect(methods.at(-1)).toMatchObject({ name: 'my-rattle', family: 'constrained', obstacle: null });
});
