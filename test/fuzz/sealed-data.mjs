// Outcomes of damaged and crafted links and checkpoints: each is opened as it was meant, or refused with words.

import {
  createMethod,
  createSchedule,
  createSimulation,
  load,
  readCheckpoint,
  resumeFrom,
  takeCheckpoint,
  writeCheckpoint,
} from '../../dist/cotangent.js';
import { importSource } from '../../scripts/setup.mjs';
import { damagedLink, sealedLink } from './data-files.mjs';
import { changed, damaged } from './mutations.mjs';
import { createRandom } from './random.mjs';

const crash = (stage, error) => ({ outcome: 'crash', stage, reason: String(error?.stack ?? error) });
const wrong = (stage, reason) => ({ outcome: 'wrong', stage, reason });

let links = null;

export async function brokenLink({ isSealed, isOld, document, damage }) {
  links ??= importSource('studio/share/link.ts');
  const { documentOfLink, linkOfDocument } = await links;
  const good = await linkOfDocument(document);
  const link = isSealed ? sealedLink(document, isOld) : damagedLink(createRandom(damage), good);
  let opened;
  try {
    opened = await documentOfLink(link);
  } catch (error) {
    return crash('link', error);
  }
  if (opened === null || opened.reason)
    return opened?.reason === ''
      ? crash('link', 'refused without words')
      : { outcome: 'refused by the studio' };
  if (!isSealed && link !== good && JSON.stringify(opened.document) !== JSON.stringify(document))
    return wrong('link', 'a damaged link opens another document');
  const again = await documentOfLink(await linkOfDocument(opened.document));
  return JSON.stringify(again?.document) === JSON.stringify(opened.document)
    ? { outcome: 'done' }
    : wrong('link', 'a document changes when it is shared again');
}

const pendulum =
  'coordinates: [x, y]\npotential: 9.81*y\nconstraints: { rod: x^2 + y^2 = 1 }\ninitial: { x: 1 }\nrun: { step: 0.01, until: 0.2 }';

function pendulumRun() {
  const problem = load(pendulum);
  const flow = createMethod(problem, 'rattle');
  const schedule = createSchedule(0.01, 0.2, 1);
  return { flow, simulation: createSimulation(problem, flow, schedule, () => {}) };
}

let [saved, end] = [null, null];

function savedCheckpoint() {
  if (saved) return saved;
  const { flow, simulation } = pendulumRun();
  simulation.advance(10);
  saved = writeCheckpoint(takeCheckpoint(simulation, flow, '{"every":1}', 1234));
  simulation.advance(10);
  end = [...simulation.state].join();
  return saved;
}

/** FNV-1a, 64 bits, as the format says; of its own, since whoever crafts a checkpoint has one too. */
function checksum(text) {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/** Changes that keep the hexadecimal form, so that more than the form is tested. */
function craftedState({ below, pick }, body) {
  const digits = body.state.split('');
  digits[below(digits.length)] = pick([...'0123456789abcdef']);
  body.state = digits.join('');
  return body;
}

function crafted(random, text) {
  const { checksum: _, ...body } = JSON.parse(text);
  const data = random.chance(0.3) ? craftedState(random, body) : changed(random, body);
  return JSON.stringify({ ...data, checksum: checksum(JSON.stringify(data)) });
}

export function brokenCheckpoint({ isSealed, damage }) {
  const random = createRandom(damage);
  const good = savedCheckpoint();
  const text = isSealed ? crafted(random, good) : damaged(random, good);
  const { flow, simulation } = pendulumRun();
  try {
    const checkpoint = readCheckpoint(text);
    resumeFrom(checkpoint, simulation, flow);
    if (simulation.steps > 20) return { outcome: 'refused by resume' };
    simulation.advance(20 - simulation.steps);
  } catch (error) {
    return error?.name === 'CheckpointError' && error.message
      ? { outcome: 'refused by resume' }
      : crash('checkpoint', error);
  }
  if (simulation.failure)
    return simulation.failure.message
      ? { outcome: 'failed with a reason' }
      : crash('checkpoint', 'a failure without words');
  if (![...simulation.state].every(Number.isFinite)) return wrong('checkpoint', 'a state that is not finite');
  if (!isSealed && [...simulation.state].join() !== end)
    return wrong('checkpoint', 'a damaged checkpoint was resumed');
  const { rod } = { rod: simulation.state[0] ** 2 + simulation.state[1] ** 2 - 1 };
  return Math.abs(rod) < 1e-9
    ? { outcome: 'done' }
    : wrong('checkpoint', `a crafted state off the rod by ${rod} was resumed`);
}
