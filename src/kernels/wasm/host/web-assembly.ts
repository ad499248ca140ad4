// The part of WebAssembly that the kernels need. Browsers, Node and workers have it as a global; where it is missing, or forbidden
// by a Content-Security-Policy without 'wasm-unsafe-eval', there are no such kernels.

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

/** Magic number and version: a module with nothing in it. */
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
