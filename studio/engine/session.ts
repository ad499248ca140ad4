// The engine's session: executes the commands of the page, independent of the worker, so that it can be tested in Node. Motion is
// made in short slices of time between which commands are received; a frame is sent when the page has drawn the last one.

import { check } from '../../src/analysis/check.ts';
import { load } from '../../src/file/load.ts';
import { certifyMethod } from '../../src/laws/certify.ts';
import { MethodError } from '../../src/methods/method.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { ProblemError } from '../../src/problem/problem-error.ts';
import type { State } from '../../src/problem/state.ts';
import { stateNames } from '../../src/problem/state.ts';
import type { MadeMeshes } from '../scene/surfaces.ts';
import { aboutProblem } from './about-problem.ts';
import { createLane, type Lane } from './lane.ts';
import type { AboutLane, Command, EngineEvent, FileError, LaneSpec, Section } from './protocol.ts';

/** Milliseconds of work between two checks for commands. */
const sliceMs = 8;
/** Steps of a lane in one slice, at most. */
const maxSliceSteps = 100_000;
/** Steps between two readings of the clock, at most. */
const maxBurst = 256;

interface Pace {
  readonly speed: number | 'max';
  readonly direction: 1 | -1;
  /** Clock and step at which it started. */
  readonly since: number;
  readonly from: number;
}

type CommandOf<K extends Command['kind']> = Extract<Command, { kind: K }>;

export class Session {
  readonly #send: (event: EngineEvent) => void;
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
  #isRefused = false;

  constructor(send: (event: EngineEvent) => void, clock: () => number) {
    this.#send = send;
    this.#clock = clock;
    this.#meter = createMeter(clock);
  }

  /** Executes a command; results and errors are sent as events. */
  handle(command: Command): void {
    try {
      (this.#handlers[command.kind] as (given: Command) => void)(command);
    } catch (error) {
      this.#send(eventOf(error));
    }
  }

  /** One slice of motion, if it is playing; true when another slice is wanted. */
  tick(): boolean {
    if (!this.#pace) return false;
    if (this.#due(this.#pace) > 0) this.#move(this.#pace);
    const isOver = this.#lanes.every(lane => lane.isStopped);
    const isAtStart = this.#pace.direction === -1 && this.#step <= 0;
    if (isOver || isAtStart) this.#pace = null;
    if (this.#mayFrame || !this.#pace) this.#frame();
    return this.#pace !== null;
  }

  readonly #handlers: { readonly [K in Command['kind']]: (command: CommandOf<K>) => void } = {
    load: command => this.#load(command),
    prepare: command => this.#prepare(command),
    play: ({ speed, direction }) => {
      if (this.#isRefused) throw new MethodError(refusal);
      this.#pace = { speed, direction, since: this.#clock(), from: this.#step };
      this.#meter.begin();
    },
    force: () => {
      this.#isRefused = false;
      this.#stop();
    },
    pause: () => this.#stop(),
    step: ({ count }) => {
      if (this.#isRefused) throw new MethodError(refusal);
      for (const lane of this.#lanes) {
        lane.forwards(count);
        lane.remember();
      }
      this.#stop();
    },
    restart: () => this.#restartAt(required(this.#problem).initial),
    seek: ({ time }) => {
      for (const lane of this.#lanes) lane.seek(Math.round(time / this.#h));
      this.#stop();
    },
    drag: ({ entries }) => {
      const { start, isWellPosed } = consistentStart(required(this.#problem), entries);
      this.#problem = { ...required(this.#problem), initial: start };
      if (isWellPosed) this.#isRefused = false;
      this.#restartAt(start);
    },
    repair: () => this.#repair(),
    certify: ({ lane }) => {
      const { problem, about } = this.#lanes[lane];
      const { method, options } = about.spec;
      const certificate = certifyMethod({ problem, method, options, step: this.#h });
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

  #load({ text, name, set, files, start }: CommandOf<'load'>): void {
    const given = load(text, { file: name, name, set, readFile: file => readFrom(files, file) });
    const problem = { ...given, initial: startWith(given, start) };
    // Only now: while a text has an error, the motion of the last correct one continues.
    this.#pace = null;
    this.#lanes = [];
    this.#section = null;
    this.#takeProblem(problem);
  }

  #takeProblem(problem: Problem): void {
    const about = aboutProblem(problem, this.#meshes);
    this.#problem = problem;
    this.#isRefused = about.verdict === 'fail';
    this.#send({ kind: 'loaded', about });
  }

  #prepare({ lanes, step }: CommandOf<'prepare'>): void {
    const problem = required(this.#problem);
    const made = lanes.map(spec => tryLane(problem, spec, step));
    this.#burst = 1;
    this.#h = step;
    this.#lanes = made.flatMap(({ lane }) => lane ?? []);
    for (const lane of this.#lanes) lane.watch(this.#section);
    this.#isNewStart = true;
    this.#send({ kind: 'prepared', lanes: made.map(({ about }) => about) });
    this.#stop();
  }

  #repair(): void {
    const problem = required(this.#problem);
    const { repaired } = check(problem);
    if (!repaired) throw new MethodError('no consistent start was found near the given one');
    this.#takeProblem({ ...problem, initial: repaired });
  }

  #restartAt(start: State): void {
    for (const lane of this.#lanes) lane.restart(start);
    this.#isNewStart = true;
    this.#stop();
  }

  /** Stops the motion and sends a frame. */
  #stop(): void {
    this.#pace = null;
    if (this.#lanes.length > 0) this.#frame();
  }

  /** The step of the lanes that have not stopped. */
  get #step(): number {
    return Math.max(0, ...this.#lanes.filter(lane => !lane.isStopped).map(lane => lane.steps));
  }

  /** Number of steps that are due by the clock. */
  #due({ speed, since, from }: Pace): number {
    if (speed === 'max') return maxSliceSteps;
    const wanted = Math.floor((((this.#clock() - since) / 1000) * speed) / this.#h);
    return Math.min(maxSliceSteps, wanted - Math.abs(this.#step - from));
  }

  /** All lanes make the same number of steps, however different their speeds. */
  #move(pace: Pace): void {
    const end = this.#clock() + sliceMs;
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

  /** Steps between two readings of the clock: enough that reading it costs nothing, few enough to end the slice in time. */
  #adaptBurst(took: number): void {
    if (took > sliceMs / 4) this.#burst = Math.max(1, this.#burst >> 1);
    else if (took < sliceMs / 16) this.#burst = Math.min(maxBurst, 2 * this.#burst);
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
        isRefused: this.#isRefused,
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

/** A method that cannot run on the problem has an obstacle instead of a lane. */
function tryLane(problem: Problem, spec: LaneSpec, h: number): { lane: Lane | null; about: AboutLane } {
  try {
    const lane = createLane(problem, spec, h);
    return { lane, about: lane.about };
  } catch (error) {
    const obstacle = error instanceof Error ? error.message : String(error);
    return { lane: null, about: { spec, title: spec.method, columns: [], obstacle, parts: [] } };
  }
}

function eventOf(error: unknown): EngineEvent {
  if (error instanceof ProblemError) return { kind: 'file-error', error: fileErrorOf(error) };
  return { kind: 'error', message: error instanceof Error ? error.message : String(error) };
}

/** An error in the problem file, with its line for the editor. */
function fileErrorOf({ path, reason, excerpt, location, hint, others }: ProblemError): FileError {
  const { message } = new ProblemError(path, reason, { excerpt, others });
  const line = /:(\d+)$/.exec(location ?? '')?.[1];
  return { message, line: line === undefined ? null : Number(line), hint: hint ?? null };
}

/** A dragged start: the nearest state that satisfies the constraints and the hidden ones. */
function consistentStart(problem: Problem, entries: CommandOf<'drag'>['entries']): DraggedStart {
  const initial = problem.initial.slice();
  for (const { index, value } of entries) initial[index] = value;
  if (problem.g.m === 0) return { start: initial, isWellPosed: false };
  const report = check({ ...problem, initial });
  if (!report.repaired && report.verdict === 'fail')
    throw new MethodError('no state that satisfies the constraints was found near there');
  const failed = report.findings.filter(({ verdict }) => verdict === 'fail');
  const isWellPosed = failed.every(({ id }) => startFindings.includes(id));
  return { start: report.repaired ?? initial, isWellPosed };
}

interface DraggedStart {
  readonly start: State;
  /** Nothing but the start, which is consistent now, was refused. */
  readonly isWellPosed: boolean;
}

/** Findings that a consistent start settles. */
const startFindings = ['constraints', 'hidden constraints'];

const refusal = 'The check refuses this problem, so nothing moves: see its findings, or choose “Run anyway”.';

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
