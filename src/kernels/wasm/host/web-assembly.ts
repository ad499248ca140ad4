// Access to WebAssembly. Browsers, Node and workers have it as a global; where it is missing, or forbidden by a
// Content-Security-Policy without 'wasm-unsafe-eval', there are no such kernels.

export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export interface WebAssemblyApi {
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: WebAssemblyMemory } },
  ) => { readonly exports: object };
  readonly Memory: new (limits: { readonly initial: number }) => WebAssemblyMemory;
}

declare const WebAssembly: WebAssemblyApi | undefined;

/** Magic number and version: an empty module. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

function isAllowed(): boolean {
  try {
    return typeof WebAssembly !== 'undefined' && new WebAssembly.Module(emptyModule) !== null;
  } catch {
    return false;
  }
}

/** null where WebAssembly is missing or forbidden. */
export function webAssembly(): WebAssemblyApi | null {
  return typeof WebAssembly === 'undefined' || !isAllowed() ? null : WebAssembly;
}

// The memory of one set of kernels: an allocator that never frees and grows as needed. Views become invalid when the memory
// grows: get them for each use, do not store them.

const page = 65536;

/** Address 0 is never allocated. */
const firstAddress = 64;

export class KernelMemory {
  readonly #memory: WebAssemblyMemory;
  #end = firstAddress;
  #doubles: Float64Array<ArrayBuffer>;
  #words: Uint32Array<ArrayBuffer>;

  constructor(memory: WebAssemblyMemory) {
    this.#memory = memory;
    this.#doubles = new Float64Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
  }

  /** Allocates zeroed bytes; the address is a multiple of 64, so that no value straddles two cache lines. */
  allocate(bytes: number): number {
    const address = this.#end;
    this.#end = address + 64 * Math.ceil(bytes / 64);
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) {
      this.#memory.grow(Math.ceil(missing / page));
      this.#doubles = new Float64Array(this.#memory.buffer);
      this.#words = new Uint32Array(this.#memory.buffer);
    }
    return address;
  }

  /** The whole memory as doubles; address a is at a / 8. */
  get doubles(): Float64Array<ArrayBuffer> {
    return this.#doubles;
  }

  /** The whole memory as unsigned 32-bit numbers; address a is at a / 4. */
  get words(): Uint32Array<ArrayBuffer> {
    return this.#words;
  }

  /** Returns a getter of `length` doubles at an address; call it for each use: the view is renewed when memory has grown. */
  stretch(address: number, length: number): () => Float64Array<ArrayBuffer> {
    let whole = this.#doubles;
    let view = whole.subarray(address / 8, address / 8 + length);
    return () => {
      // Compares views: reading the buffer of a view takes longer than filling a small one.
      if (whole !== this.#doubles) {
        whole = this.#doubles;
        view = whole.subarray(address / 8, address / 8 + length);
      }
      return view;
    };
  }

  /** Writes a record: an even number of words, then doubles, then `room` doubles that the kernel uses. */
  record(words: readonly number[], doubles: readonly number[], room = 0): number {
    const address = this.allocate(4 * words.length + 8 * (doubles.length + room));
    this.#words.set(words, address / 4);
    this.#doubles.set(doubles, (address + 4 * words.length) / 8);
    return address;
  }
}
