// Compiles the particle kernels into a new instance with its own memory. null where WebAssembly or its SIMD instructions are
// missing: the plain versions of the same forces and solvers are the fallback.

import {
  type Layout,
  layoutNames,
  type ParticleFunctions,
  type ParticleKernels,
} from './particle-kernels.ts';
import { particlesBinary } from './particles-binary.ts';
import { KernelMemory, webAssembly } from './web-assembly.ts';

export function loadParticleKernels(): ParticleKernels | null {
  const api = webAssembly();
  const bytes = bytesOfBase64(particlesBinary);
  if (!api?.validate(bytes)) return null;
  const memory = new api.Memory({ initial: 1 });
  const { exports } = new api.Instance(new api.Module(bytes), { env: { memory } });
  const constants = exports as Readonly<Record<string, { readonly value: number }>>;
  const layout = Object.fromEntries(layoutNames.map(name => [name, constants[name].value])) as Layout;
  return { functions: exports as ParticleFunctions, memory: new KernelMemory(memory), layout };
}

// Base64 decoder (RFC 4648, section 4), without APIs of browsers or Node.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i;
  const letters = text.replace(/=+$/, '').length;
  const out = new Uint8Array((letters * 6) >> 3);
  let [bits, held] = [0, 0];
  let at = 0;
  for (let i = 0; i < letters; i++) {
    held = ((held << 6) | values[text.charCodeAt(i)]) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out[at++] = (held >> bits) & 0xff;
  }
  return out;
}
