// The state of the app and its actions. Components read signals and call methods; only this file communicates with the engine.

import { type ReadonlySignal, signal } from '@preact/signals';
import type { Certificate } from '../../src/laws/certify.ts';
import type {
  AboutLane,
  AboutProblem,
  Command,
  CreateEngine,
  Engine,
  EngineEvent,
  FileError,
  Frame,
  LaneSpec,
  Section,
} from '../engine/protocol.ts';
import { isSameScene } from '../scene/scene.ts';
import { createLoadQueue } from './load-queue.ts';
import { createRows, type Rows } from './rows.ts';

/** Everything that a link stores. */
export interface Document {
  /** Name of the catalogue problem or file. */
  readonly name: string;
  readonly text: string;
  readonly set: Readonly<Record<string, number>>;
  readonly start: Readonly<Record<string, number>>;
  /** Empty: the method of the file's plan. */
  readonly lanes: readonly LaneSpec[];
  /** null: the step of the file's plan. */
  readonly step: number | null;
  /** Files that the problem names. */
  readonly files: Readonly<Record<string, string>>;
}

export const emptyDocument: Document = {
  name: 'untitled',
  text: '',
  set: {},
  start: {},
  lanes: [],
  step: null,
  files: {},
};

export type Speed = number | 'max';

/** The most methods side by side. */
export const mostLanes = 4;

/** Milliseconds without typing before a text is read. */
const editDelayMs = 250;

/** Milliseconds that reading a problem may take before the page shows it. */
const readingNoticeMs = 800;

/** The lanes of the document, or the one of the file's plan. */
export function chosenLanes({ lanes }: Document, { run }: AboutProblem): readonly LaneSpec[] {
  const { method, options, omega } = run;
  return lanes.length > 0 ? lanes : [{ method, options, ...(omega === null ? {} : { omega }) }];
}

export class Studio {
  readonly #engine: Engine;
  readonly #document = signal<Document>(emptyDocument);
  readonly #about = signal<AboutProblem | null>(null);
  readonly #fileError = signal<FileError | null>(null);
  readonly #error = signal<string | null>(null);
  readonly #lanes = signal<readonly AboutLane[]>([]);
  readonly #frame = signal<Frame | null>(null);
  readonly #rows = signal<readonly Rows[]>([]);
  readonly #certificates = signal<ReadonlyMap<number, Certificate>>(new Map());
  readonly #isCertifying = signal(false);
  readonly #isReading = signal(false);
  readonly speed = signal<Speed>(1);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  readonly #queue = createLoadQueue(what => {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      this.#isReading.value = this.#queue.current !== null;
    }, readingNoticeMs);
    if (what === 'load') this.#load();
    else this.#prepare();
  });
  #isGivenUp = false;
  #isRepairing = false;
  /** Whether the motion continues after the changed problem has been read. */
  #isMeantToRun = false;
  /** Of the last motion: a changed speed keeps it. */
  #direction: 1 | -1 = 1;

  constructor(createEngine: CreateEngine) {
    this.#engine = createEngine(
      event => this.#receive(event),
      reason => this.#afterReplacement(reason),
    );
  }

  get document(): ReadonlySignal<Document> {
    return this.#document;
  }
  /** The problem as last read without an error. */
  get about(): ReadonlySignal<AboutProblem | null> {
    return this.#about;
  }
  get fileError(): ReadonlySignal<FileError | null> {
    return this.#fileError;
  }
  get error(): ReadonlySignal<string | null> {
    return this.#error;
  }
  get lanes(): ReadonlySignal<readonly AboutLane[]> {
    return this.#lanes;
  }
  get frame(): ReadonlySignal<Frame | null> {
    return this.#frame;
  }
  /** One for each running lane; they grow in place, and the array is replaced with every frame so that plots update. */
  get rows(): ReadonlySignal<readonly Rows[]> {
    return this.#rows;
  }
  get certificates(): ReadonlySignal<ReadonlyMap<number, Certificate>> {
    return this.#certificates;
  }
  get isCertifying(): ReadonlySignal<boolean> {
    return this.#isCertifying;
  }
  /** Whether reading the problem or preparing its methods takes long. */
  get isReading(): ReadonlySignal<boolean> {
    return this.#isReading;
  }

  /** Another problem, or the same with other settings; a running motion of the same text continues. */
  open(document: Document): void {
    if (document.text !== this.#document.value.text) this.#isMeantToRun = false;
    clearTimeout(this.#timer);
    this.#document.value = document;
    this.#queue.request('load');
  }
  /** The text as it is typed; it is read after a pause in typing. Parameter overrides may change with it. */
  edit(text: string, set = this.#document.value.set): void {
    if (text === this.#document.value.text) return;
    this.#document.value = { ...this.#document.value, text, set, start: {} };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#queue.request('load'), editDelayMs);
  }
  setParameter(name: string, value: number): void {
    const { set } = this.#document.value;
    this.open({ ...this.#document.value, set: { ...set, [name]: value } });
  }
  setStart(name: string, value: number): void {
    const { start } = this.#document.value;
    this.open({ ...this.#document.value, start: { ...start, [name]: value } });
  }
  setStep(step: number): void {
    this.#document.value = { ...this.#document.value, step };
    this.#queue.request('prepare');
  }
  setLanes(lanes: readonly LaneSpec[]): void {
    this.#document.value = { ...this.#document.value, lanes: lanes.slice(0, mostLanes) };
    this.#queue.request('prepare');
  }
  play(direction: 1 | -1 = 1): void {
    this.#isMeantToRun = direction === 1;
    this.#direction = direction;
    this.#send({ kind: 'play', speed: this.speed.value, direction });
  }
  setSpeed(speed: Speed): void {
    this.speed.value = speed;
    if (this.#frame.value?.isRunning) this.play(this.#direction);
  }
  /** Lets a problem move that the check refuses. */
  force(): void {
    this.#send({ kind: 'force' });
  }
  pause(): void {
    this.#sendAndStop({ kind: 'pause' });
  }
  stepOnce(count = 1): void {
    this.#sendAndStop({ kind: 'step', count });
  }
  restart(): void {
    this.#sendAndStop({ kind: 'restart' });
  }
  seek(time: number): void {
    this.#sendAndStop({ kind: 'seek', time });
  }
  drag(entries: readonly { readonly index: number; readonly value: number }[]): void {
    this.#sendAndStop({ kind: 'drag', entries });
  }
  repair(): void {
    if (this.#queue.current === 'load') return;
    this.#isRepairing = true;
    this.#send({ kind: 'repair' });
  }
  certify(lane: number): void {
    this.#isCertifying.value = true;
    this.#send({ kind: 'certify', lane });
  }
  watchSection(section: Section | null): void {
    this.#send({ kind: 'section', section });
  }
  /** Abandons work that takes too long by replacing the worker; a problem that was being read is not read again. */
  interrupt(): void {
    // Stopped measurements are no reason not to read the problem again, even if it was still being prepared.
    this.#isGivenUp = this.#queue.current !== null && !this.#isCertifying.value;
    this.#engine.replace('it was stopped');
  }
  showError(message: string): void {
    this.#error.value = message;
  }
  clearError(): void {
    this.#error.value = null;
  }
  /** Must be called once a frame has been drawn; only then is the next one sent. */
  drawn(): void {
    this.#send({ kind: 'drawn' });
  }

  #send(command: Command): void {
    this.#engine.send(command);
  }

  /** Sends a command that stops the motion. */
  #sendAndStop(command: Command): void {
    this.#isMeantToRun = false;
    this.#send(command);
  }

  #load(): void {
    const { text, name, set, files, start } = this.#document.value;
    this.#send({ kind: 'load', text, name, set, files, start });
  }

  #prepare(): void {
    const about = this.#about.value;
    if (!about) {
      this.#queue.complete();
      return;
    }
    const document = this.#document.value;
    const lanes = chosenLanes(document, about);
    this.#send({ kind: 'prepare', lanes, step: document.step ?? about.run.step });
  }

  #receive(event: EngineEvent): void {
    this.#handle(event);
    if (this.#queue.current === null) this.#isReading.value = false;
  }

  #handle(event: EngineEvent): void {
    if (event.kind === 'loaded') this.#takeProblem(event.about);
    else if (event.kind === 'file-error') {
      this.#fileError.value = event.error;
      this.#queue.complete();
    } else if (event.kind === 'prepared') {
      this.#lanes.value = event.lanes;
      this.#rows.value = event.lanes
        .filter(lane => lane.obstacle === null)
        .map(lane => createRows(lane.columns));
      this.#certificates.value = new Map();
      const mayRun = this.#about.value?.verdict !== 'fail';
      if (!this.#queue.complete() && this.#isMeantToRun && mayRun) this.play();
    } else if (event.kind === 'frame') this.#take(event.frame);
    else if (event.kind === 'certified') {
      this.#isCertifying.value = false;
      this.#certificates.value = new Map([...this.#certificates.value, [event.lane, event.certificate]]);
    } else {
      this.#isCertifying.value = false;
      this.#isRepairing = false;
      this.#error.value = event.message;
      this.#queue.complete();
    }
  }

  #takeProblem(about: AboutProblem): void {
    const before = this.#about.value;
    if (this.#isRepairing && before) this.#keepStart(before, about);
    this.#isRepairing = false;
    // The same scene object keeps the view and its camera.
    const isSame = before !== null && isSameScene(before.scene, about.scene);
    // The last frame belongs to the last scene: its q has other entries.
    if (!isSame) this.#frame.value = null;
    this.#about.value = isSame ? { ...about, scene: before.scene } : about;
    this.#fileError.value = null;
    if (!this.#queue.complete()) this.#queue.request('prepare');
  }

  /** A repaired start becomes that of the document; one that is too long to be listed is known to the engine alone. */
  #keepStart(before: AboutProblem, { initial, coordinates }: AboutProblem): void {
    if (initial.length < 2 * coordinates.length) return;
    const repaired = initial.filter(({ value }, k) => value !== before.initial[k].value);
    const start = Object.fromEntries(repaired.map(({ name, value }) => [name, value]));
    this.#document.value = {
      ...this.#document.value,
      start: { ...this.#document.value.start, ...start },
    };
  }

  #take(frame: Frame): void {
    // A frame of lanes or of a problem that were replaced meanwhile.
    const n = this.#about.value?.coordinates.length;
    if (frame.lanes.length !== this.#rows.value.length || frame.lanes.some(({ q }) => q.length !== n)) return;
    this.#rows.value.forEach((rows, k) => {
      const { row, time } = frame.lanes[k];
      rows.cut(frame.isNewStart ? Number.NEGATIVE_INFINITY : time);
      rows.add(row);
    });
    this.#rows.value = [...this.#rows.value];
    this.#frame.value = frame;
  }

  /** The new engine reads the document again and does not move until asked. */
  #afterReplacement(reason: string): void {
    this.#isCertifying.value = false;
    this.#isRepairing = false;
    this.#isMeantToRun = false;
    this.#isReading.value = false;
    this.#queue.clear();
    const isGivenUp = this.#isGivenUp;
    this.#isGivenUp = false;
    this.#error.value = isGivenUp
      ? 'It was stopped before it was read. Make the problem smaller, or choose another.'
      : `The engine had to be started again: ${reason}.`;
    if (!isGivenUp) this.#queue.request('load');
  }
}
