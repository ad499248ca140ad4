// Loops over one memory, compiled: the memory is laid out first, then loops are written for it, and then both become
// a module of WebAssembly. null where WebAssembly is missing or the formulas are too many to be written out.

import { type Import, type LocalType, moduleBytes } from '../../formula/codegen/wasm-bytes.ts';
import { type Loop, loopCode } from '../../formula/codegen/wasm-loop.ts';
import { type WebAssemblyApi, type WebAssemblyMemory, webAssembly } from '../wasm/host/web-assembly.ts';

const [page, bytesPerReal, realsPerLine] = [65536, 8, 8];

/** Larger modules come from formulas that have little in common; they would take long to compile. */
const largestModule = 400_000;

/** Addresses are counted in doubles; each array begins on a cache line of its own. */
export class MemoryPlan {
  #end = 0;
  readonly #contents: { readonly at: number; readonly values: Float64Array | Int32Array }[] = [];

  /** The address of so many doubles, all zero at first. */
  room(count: number): number {
    const at = this.#end;
    this.#end += realsPerLine * Math.ceil(count / realsPerLine);
    return at;
  }

  filled(values: Float64Array | Int32Array): number {
    const at = this.room(Math.ceil(values.byteLength / bytesPerReal));
    this.#contents.push({ at, values });
    return at;
  }

  /** The whole memory, filled. */
  fill(buffer: ArrayBuffer): void {
    for (const { at, values } of this.#contents) {
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      new Uint8Array(buffer).set(bytes, bytesPerReal * at);
    }
  }

  get pages(): number {
    return Math.max(1, Math.ceil((bytesPerReal * this.#end) / page));
  }
}

export interface LoopProgram<Name extends string> {
  readonly run: Readonly<Record<Name, () => void>>;
  /** So many doubles of the memory. */
  view(at: number, length: number): Float64Array;
}

export function compileLoops<Name extends string>(
  plan: MemoryPlan,
  passes: Readonly<Record<Name, readonly Loop[]>>,
): LoopProgram<Name> | null {
  const api = webAssembly();
  const { imports, procedures } = writeProcedures(plan, passes);
  const bytes = procedures.reduce((sum, { code }) => sum + code.length, 0);
  if (!api || bytes > largestModule) return null;
  const memory = new api.Memory({ initial: plan.pages });
  plan.fill(memory.buffer);
  const env = { ...functionsOf(imports), memory };
  const run = instantiate(api, moduleBytes(imports, procedures), env);
  return run && { run: run as Record<Name, () => void>, view: viewOf(memory.buffer) };
}

function writeProcedures(plan: MemoryPlan, passes: Readonly<Record<string, readonly Loop[]>>) {
  const imports: Import[] = [];
  const tabulate = (table: Int32Array) => bytesPerReal * plan.filled(table);
  const procedures = Object.entries(passes).map(([name, loops]) => {
    const locals: LocalType[] = [];
    const code = loops.flatMap(loop => loopCode(loop, { imports, locals }, tabulate));
    return { name, locals, code };
  });
  return { imports, procedures };
}

function instantiate(
  api: WebAssemblyApi,
  bytes: Uint8Array<ArrayBuffer>,
  env: { readonly memory: WebAssemblyMemory },
): object | null {
  if (!api.validate(bytes)) throw new Error('the module made from the formulas is not valid WebAssembly');
  try {
    return new api.Instance(new api.Module(bytes), { env }).exports;
  } catch {
    // A page may forbid to compile, and outside of workers some browsers refuse all but small modules.
    return null;
  }
}

const viewOf = (buffer: ArrayBuffer) => (at: number, length: number) =>
  new Float64Array(buffer, bytesPerReal * at, length);

function functionsOf(imports: readonly Import[]): Record<string, unknown> {
  return Object.fromEntries(imports.map(({ name }) => [name, Math[name as keyof Math]]));
}

// Where everything that a RATTLE step, or a stage of a composition, needs stands in one memory (addresses count doubles; see
// sparse-rattle.ts).

export interface StepMemory {
  /** How long the force acts in the next kick, how long the motion lasts, and h, so that λ = h·rate. */
  readonly kick: number;
  readonly drift: number;
  readonly h: number;
  /** 1/(drift·h), by which g(Q) corrects the rate; and the weights of the warm start. */
  readonly correction: number;
  readonly weights: number;
  /** What passes report: the relative size of g(Q), the sum of a new state, max |q − Q|. */
  readonly size: number;
  readonly total: number;
  readonly distance: number;
  /** The state z = (q, p), and the one that is made of it, (Q, P). */
  readonly start: number;
  readonly end: number;
  /** ∇V at the start, then at the end. */
  readonly gradient: number;
  /** λ/h, and what it was in earlier steps or stages. */
  readonly rate: number;
  readonly ring: readonly number[];
  /** g(Q), then μ. */
  readonly r: number;
  /** 1/(size of the terms of g), and what is added to each |q| to count them. */
  readonly inverseScale: number;
  readonly floors: number;
}

/** Coordinates, constraints, and how many earlier values of λ/h are stored. */
export interface StepSizes {
  readonly n: number;
  readonly m: number;
  readonly ringSize: number;
}

/** `r` may be given where a solver keeps it. */
export function planMemory(plan: MemoryPlan, sizes: StepSizes, r = plan.room(sizes.m)): StepMemory {
  const { n, m, ringSize } = sizes;
  const scalar = () => plan.room(1);
  const [ofState, ofConstraints] = [() => plan.room(2 * n), () => plan.room(m)];
  return {
    kick: scalar(),
    drift: scalar(),
    h: scalar(),
    correction: scalar(),
    weights: plan.room(ringSize),
    size: scalar(),
    total: scalar(),
    distance: scalar(),
    start: ofState(),
    end: ofState(),
    gradient: plan.room(n),
    // One more, for the row that a solver may add.
    rate: plan.room(m + 1),
    ring: Array.from({ length: ringSize }, ofConstraints),
    r,
    inverseScale: ofConstraints(),
    floors: ofState(),
  };
}
