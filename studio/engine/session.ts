// What the engine does in the worker, order by order, without knowing that it is one: so it can be tested in Node.
// It moves in short slices of time between which orders are heard, and sends a frame when the page has drawn the last.

import { check } from '../../src/analysis/check.ts';
import { load } from '../../src/file/load.ts';
import { certify } from '../../src/laws/certify.ts';
import { MethodError } from '../../src/methods/method.ts';
import { stateNames } from '../../src/problem/names.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { ProblemError } from '../../src/problem/problem-error.ts';
import type { State } from '../../src/problem/state.ts';
import type { MadeMeshes } from '../scene/surfaces.ts';
import { aboutProblem } from './about-problem.ts';
import { landed } from './landing.ts';
import { createLane, type Lane } from './lane.ts';
import { mistakeOf } from './mistake.ts';
import type { AboutLane, LaneSpec, News, Order, Section } from './protocol.ts';

/** Milliseconds of work between two looks at the mailbox. */
const slice = 8;
/** Steps of a lane in one slice, at most. */
const mostSteps = 100_000;
const longestBurst = 256;

interface Pace {
  readonly speed: number | 'max';
  readonly direction: 1 | -1;
  /** When it began, and from which step. */
  readonly since: number;
  readonly from: number;
}

type OrderOf<K extends Order['kind']> = Extract<Order, { kind: K }>;

export class Session {
  readonly #send: (news: News) => void;
  readonly #clock: () => number;
  readonly #meter: Meter;
  readonly #meshes: MadeMeshes = new Map();
  #problem: Problem | null = null;
  #lanes: Lane[] = [];
  #h = 0.01;
  #pace: Pace | null = null;
  #section: Section | null = null;
  #burst = 1;
  #mayFrame = true;
  #isNewStart = true;

  constructor(send: (news: News) => void, clock: () => number) {
    this.#send = send;
    this.#clock = clock;
    this.#meter = createMeter(clock);
  }

  /** What an order leads to, good or bad, is told by news. */
  handle(order: Order): void {
    try {
      (this.#handlers[order.kind] as (given: Order) => void)(order);
    } catch (error) {
      this.#send(newsOf(error));
    }
  }

  /** One slice of motion, if there is any to make; true when it wants to go on. */
  tick(): boolean {
    if (!this.#pace) return false;
    if (this.#due(this.#pace) > 0) this.#move(this.#pace);
    const isOver = this.#lanes.every(lane => lane.isStopped);
    const isAtStart = this.#pace.direction === -1 && this.#step <= 0;
    if (isOver || isAtStart) this.#pace = null;
    if (this.#mayFrame || !this.#pace) this.#frame();
    return this.#pace !== null;
  }

  readonly #handlers: { readonly [K in Order['kind']]: (order: OrderOf<K>) => void } = {
    load: order => this.#load(order),
    prepare: order => this.#prepare(order),
    play: ({ speed, direction }) => {
      this.#pace = { speed, direction, since: this.#clock(), from: this.#step };
      this.#meter.begin();
    },
    pause: () => this.#rest(),
    step: ({ count }) => {
      for (const lane of this.#lanes) {
        lane.forwards(count);
        lane.remember();
      }
      this.#rest();
    },
    restart: () => this.#beginAt(required(this.#problem).initial),
    seek: ({ time }) => {
      for (const lane of this.#lanes) lane.seek(Math.round(time / this.#h));
      this.#rest();
    },
    drag: ({ entries }) => {
      const start = landed(required(this.#problem), entries);
      this.#problem = { ...required(this.#problem), initial: start };
      this.#beginAt(start);
    },
    repair: () => this.#repair(),
    certify: ({ lane }) => {
      const { problem, about } = this.#lanes[lane];
      const certificate = certify(problem, about.spec.method, this.#h, about.spec.options, () => {});
      this.#send({ kind: 'certified', lane, certificate });
    },
    section: ({ section }) => {
      this.#section = section;
      for (const lane of this.#lanes) lane.watch(section);
    },
    drawn: () => {
      this.#mayFrame = true;
    },
  };

  #load({ text, name, set, files, start }: OrderOf<'load'>): void {
    const given = load(text, { file: name, name, set, readFile: file => readFrom(files, file) });
    const problem = { ...given, initial: startWith(given, start) };
    // Only now: while a text is wrong, the motion of the last right one goes on.
    this.#pace = null;
    this.#lanes = [];
    this.#section = null;
    this.#problem = problem;
    this.#send({ kind: 'loaded', about: aboutProblem(problem, this.#meshes) });
  }

  #prepare({ lanes, step }: OrderOf<'prepare'>): void {
    const problem = required(this.#problem);
    const made = lanes.map(spec => tryLane(problem, spec, step));
    this.#burst = 1;
    this.#h = step;
    this.#lanes = made.flatMap(({ lane }) => lane ?? []);
    for (const lane of this.#lanes) lane.watch(this.#section);
    this.#isNewStart = true;
    this.#send({ kind: 'prepared', lanes: made.map(({ about }) => about) });
    this.#rest();
  }

  #repair(): void {
    const problem = required(this.#problem);
    const { repaired } = check(problem);
    if (!repaired) throw new MethodError('no consistent start was found near the given one');
    this.#problem = { ...problem, initial: repaired };
    this.#send({ kind: 'loaded', about: aboutProblem(this.#problem, this.#meshes) });
  }

  #beginAt(start: State): void {
    for (const lane of this.#lanes) lane.restart(start);
    this.#isNewStart = true;
    this.#rest();
  }

  /** Stops, and shows where. */
  #rest(): void {
    this.#pace = null;
    if (this.#lanes.length > 0) this.#frame();
  }

  /** The step of the lanes that are on their way. */
  get #step(): number {
    return Math.max(0, ...this.#lanes.filter(lane => !lane.isStopped).map(lane => lane.steps));
  }

  /** How many steps the clock allows by now. */
  #due({ speed, since, from }: Pace): number {
    if (speed === 'max') return mostSteps;
    const wanted = Math.floor((((this.#clock() - since) / 1000) * speed) / this.#h);
    return Math.min(mostSteps, wanted - Math.abs(this.#step - from));
  }

  /** All lanes keep step with each other, however different their speeds. */
  #move(pace: Pace): void {
    const end = this.#clock() + slice;
    for (let left = this.#due(pace); left > 0 && this.#clock() < end; ) {
      const [count, begin] = [Math.min(left, this.#burst), this.#clock()];
      for (const lane of this.#lanes) {
        if (lane.isStopped) continue;
        if (pace.direction === 1) lane.forwards(count);
        else lane.backwards(count);
        this.#meter.count(count);
      }
      left -= count;
      this.#adaptBurst(this.#clock() - begin);
    }
    if (pace.direction === 1) for (const lane of this.#lanes) lane.remember();
  }

  /** So many steps between two looks at the clock that the looks cost nothing, and the slice is not overrun. */
  #adaptBurst(took: number): void {
    if (took > slice / 4) this.#burst = Math.max(1, this.#burst >> 1);
    else if (took < slice / 16) this.#burst = Math.min(longestBurst, 2 * this.#burst);
  }

  #frame(): void {
    const ends = [0, 1].map(end => this.#h * Math.max(0, ...this.#lanes.map(({ span }) => span[end])));
    this.#send({
      kind: 'frame',
      frame: {
        lanes: this.#lanes.map(lane => lane.frame()),
        isRunning: this.#pace !== null,
        stepsPerSecond: this.#meter.rate(),
        history: [ends[0], ends[1]],
        isNewStart: this.#isNewStart,
      },
    });
    this.#mayFrame = false;
    this.#isNewStart = false;
  }
}

function required(problem: Problem | null): Problem {
  if (!problem) throw new MethodError('there is no problem yet');
  return problem;
}

function startWith(problem: Problem, start: Readonly<Record<string, number>>): State {
  const names = stateNames(problem);
  return problem.initial.map((value, i) => (Object.hasOwn(start, names[i]) ? start[names[i]] : value));
}

function readFrom(files: Readonly<Record<string, string>>, file: string): string {
  if (Object.hasOwn(files, file)) return files[file];
  throw new ProblemError(
    ['particles', 'structure'],
    `${file} is not here: drop it on the page together with the problem`,
  );
}

/** A method that cannot run on the problem says why; the other lanes go on. */
function tryLane(problem: Problem, spec: LaneSpec, h: number): { lane: Lane | null; about: AboutLane } {
  try {
    const lane = createLane(problem, spec, h);
    return { lane, about: lane.about };
  } catch (error) {
    const obstacle = error instanceof Error ? error.message : String(error);
    return { lane: null, about: { spec, title: spec.method, columns: [], obstacle, parts: [] } };
  }
}

function newsOf(error: unknown): News {
  if (error instanceof ProblemError) return { kind: 'mistake', mistake: mistakeOf(error) };
  return { kind: 'trouble', message: error instanceof Error ? error.message : String(error) };
}

/** Steps per second over the last second or so. */
type Meter = ReturnType<typeof createMeter>;

function createMeter(clock: () => number) {
  let [since, counted, rate] = [clock(), 0, 0];
  return {
    begin() {
      [since, counted, rate] = [clock(), 0, 0];
    },
    count(steps: number) {
      counted += steps;
      const now = clock();
      if (now - since < 500) return;
      rate = (1000 * counted) / (now - since);
      [since, counted] = [now, 0];
    },
    rate: () => rate,
  };
}
