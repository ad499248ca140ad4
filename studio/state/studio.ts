// The state of the app and what can be done with it. Components read signals and call methods; only this file talks to
// the engine.

import { type ReadonlySignal, signal } from '@preact/signals';
import type { Certificate } from '../../src/laws/certify.ts';
import { createEngine, type Engine } from '../engine/client.ts';
import type {
  AboutLane,
  AboutProblem,
  Frame,
  LaneSpec,
  Mistake,
  News,
  Order,
  Section,
} from '../engine/protocol.ts';
import { isSameScene } from '../scene/same-scene.ts';
import { createBeginnings } from './beginnings.ts';
import { createRows, type Rows } from './rows.ts';

/** Everything that a link keeps. */
export interface Document {
  /** Name of the catalogue problem or file. */
  readonly name: string;
  readonly text: string;
  readonly set: Readonly<Record<string, number>>;
  readonly start: Readonly<Record<string, number>>;
  /** Empty: the method that the file proposes. */
  readonly lanes: readonly LaneSpec[];
  /** null: the step that the file proposes. */
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
const pause = 250;

/** Milliseconds that reading a problem may take before the page says so. */
const patience = 800;

/** What runs: the lanes of the document, or the one that the file proposes. */
export function chosenLanes({ lanes }: Document, { run }: AboutProblem): readonly LaneSpec[] {
  const { method, options, omega } = run;
  return lanes.length > 0 ? lanes : [{ method, options, ...(omega === null ? {} : { omega }) }];
}

export class Studio {
  readonly #engine: Engine;
  readonly #document = signal<Document>(emptyDocument);
  readonly #about = signal<AboutProblem | null>(null);
  readonly #mistake = signal<Mistake | null>(null);
  readonly #trouble = signal<string | null>(null);
  readonly #lanes = signal<readonly AboutLane[]>([]);
  readonly #frame = signal<Frame | null>(null);
  readonly #rows = signal<readonly Rows[]>([]);
  readonly #certificates = signal<ReadonlyMap<number, Certificate>>(new Map());
  readonly #isCertifying = signal(false);
  readonly #isReading = signal(false);
  readonly speed = signal<Speed>(1);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  readonly #beginnings = createBeginnings(what => {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      this.#isReading.value = this.#beginnings.current !== null;
    }, patience);
    if (what === 'load') this.#load();
    else this.#prepare();
  });
  #isGivenUp = false;
  #isRepairing = false;
  /** Whether it is to move again once what was changed has been read. */
  #isMeantToRun = false;

  constructor() {
    this.#engine = createEngine(
      news => this.#hear(news),
      reason => this.#afterDeath(reason),
    );
  }

  get document(): ReadonlySignal<Document> {
    return this.#document;
  }
  /** The problem as the engine has read it last; it outlives mistakes made after it. */
  get about(): ReadonlySignal<AboutProblem | null> {
    return this.#about;
  }
  get mistake(): ReadonlySignal<Mistake | null> {
    return this.#mistake;
  }
  get trouble(): ReadonlySignal<string | null> {
    return this.#trouble;
  }
  get lanes(): ReadonlySignal<readonly AboutLane[]> {
    return this.#lanes;
  }
  get frame(): ReadonlySignal<Frame | null> {
    return this.#frame;
  }
  /** Of each lane that runs; they grow in place, and change identity with every frame so that plots notice. */
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

  /** Another problem, or the same with other settings; then it goes on moving if it did. */
  open(document: Document): void {
    if (document.text !== this.#document.value.text) this.#isMeantToRun = false;
    clearTimeout(this.#timer);
    this.#document.value = document;
    this.#beginnings.ask('load');
  }
  /** The text as it is typed; it is read when the typing rests. What is `set` may change with it. */
  edit(text: string, set = this.#document.value.set): void {
    if (text === this.#document.value.text) return;
    this.#document.value = { ...this.#document.value, text, set, start: {} };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#beginnings.ask('load'), pause);
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
    this.#beginnings.ask('prepare');
  }
  setLanes(lanes: readonly LaneSpec[]): void {
    this.#document.value = { ...this.#document.value, lanes: lanes.slice(0, mostLanes) };
    this.#beginnings.ask('prepare');
  }
  play(direction: 1 | -1 = 1): void {
    this.#isMeantToRun = direction === 1;
    this.#order({ kind: 'play', speed: this.speed.value, direction });
  }
  setSpeed(speed: Speed): void {
    this.speed.value = speed;
    if (this.#frame.value?.isRunning) this.play();
  }
  pause(): void {
    this.#rest({ kind: 'pause' });
  }
  stepOnce(count = 1): void {
    this.#rest({ kind: 'step', count });
  }
  restart(): void {
    this.#rest({ kind: 'restart' });
  }
  seek(time: number): void {
    this.#rest({ kind: 'seek', time });
  }
  drag(entries: readonly { readonly index: number; readonly value: number }[]): void {
    this.#rest({ kind: 'drag', entries });
  }
  repair(): void {
    if (this.#beginnings.current === 'load') return;
    this.#isRepairing = true;
    this.#order({ kind: 'repair' });
  }
  certify(lane: number): void {
    this.#isCertifying.value = true;
    this.#order({ kind: 'certify', lane });
  }
  watchSection(section: Section | null): void {
    this.#order({ kind: 'section', section });
  }
  /** Work that takes too long is given up with its worker; what could not be read in time is not read again. */
  interrupt(): void {
    this.#isGivenUp = this.#beginnings.current !== null;
    this.#engine.replace('it was stopped');
  }
  complain(message: string): void {
    this.#trouble.value = message;
  }
  forgetTrouble(): void {
    this.#trouble.value = null;
  }
  /** Must be called once a frame has been drawn: only then comes the next. */
  drawn(): void {
    this.#order({ kind: 'drawn' });
  }

  #order(order: Order): void {
    this.#engine.send(order);
  }

  /** An order after which nothing moves. */
  #rest(order: Order): void {
    this.#isMeantToRun = false;
    this.#order(order);
  }

  #load(): void {
    const { text, name, set, files, start } = this.#document.value;
    this.#order({ kind: 'load', text, name, set, files, start });
  }

  #prepare(): void {
    const about = this.#about.value;
    if (!about) {
      this.#beginnings.answered();
      return;
    }
    const document = this.#document.value;
    const lanes = chosenLanes(document, about);
    this.#order({ kind: 'prepare', lanes, step: document.step ?? about.run.step });
  }

  #hear(news: News): void {
    this.#listen(news);
    if (this.#beginnings.current === null) this.#isReading.value = false;
  }

  #listen(news: News): void {
    if (news.kind === 'loaded') this.#takeProblem(news.about);
    else if (news.kind === 'mistake') {
      this.#mistake.value = news.mistake;
      this.#beginnings.answered();
    } else if (news.kind === 'prepared') {
      this.#lanes.value = news.lanes;
      this.#rows.value = news.lanes
        .filter(lane => lane.obstacle === null)
        .map(lane => createRows(lane.columns));
      this.#certificates.value = new Map();
      if (!this.#beginnings.answered() && this.#isMeantToRun) this.play();
    } else if (news.kind === 'frame') this.#take(news.frame);
    else if (news.kind === 'certified') {
      this.#isCertifying.value = false;
      this.#certificates.value = new Map([...this.#certificates.value, [news.lane, news.certificate]]);
    } else {
      this.#isCertifying.value = false;
      this.#isRepairing = false;
      this.#trouble.value = news.message;
      this.#beginnings.answered();
    }
  }

  #takeProblem(about: AboutProblem): void {
    const before = this.#about.value;
    if (this.#isRepairing && before) this.#keepStart(before, about);
    this.#isRepairing = false;
    // The view stays, and with it the camera, as long as it would show the same.
    const isSame = before !== null && isSameScene(before.scene, about.scene);
    this.#about.value = isSame ? { ...about, scene: before.scene } : about;
    this.#mistake.value = null;
    if (!this.#beginnings.answered()) this.#beginnings.ask('prepare');
  }

  /** A repaired start is from now on that of the document; one that is too long to be listed is known to the engine alone. */
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
    // A frame of lanes that are no more, or not yet.
    if (frame.lanes.length !== this.#rows.value.length) return;
    this.#rows.value.forEach((rows, k) => {
      const { row, time } = frame.lanes[k];
      rows.cut(frame.isNewStart ? Number.NEGATIVE_INFINITY : time);
      rows.add(row);
    });
    this.#rows.value = [...this.#rows.value];
    this.#frame.value = frame;
  }

  /** The engine is new and knows nothing: it is told again, and does not move until asked. */
  #afterDeath(reason: string): void {
    this.#isCertifying.value = false;
    this.#isRepairing = false;
    this.#isMeantToRun = false;
    this.#isReading.value = false;
    this.#beginnings.forget();
    const isGivenUp = this.#isGivenUp;
    this.#isGivenUp = false;
    this.#trouble.value = isGivenUp
      ? 'It was stopped before it was read. Make the problem smaller, or choose another.'
      : `The engine had to be started again: ${reason}.`;
    if (!isGivenUp) this.#beginnings.ask('load');
  }
}
