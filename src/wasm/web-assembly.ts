// The part of WebAssembly that the kernels need. Browsers, Node and workers have it as a global; where it is missing,
// nothing breaks until somebody asks for it.

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

export function webAssembly(): WebAssemblyApi | null {
  return typeof WebAssembly === 'undefined' ? null : WebAssembly;
}
