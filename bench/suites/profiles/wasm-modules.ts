// The WebAssembly modules of this process, by their script number in profiles.

import type { Debugger, Session } from 'node:inspector/promises';

/** After profiling only: the debugger discards optimised code. */
export async function wasmModules(session: Session): Promise<ReadonlyMap<string, Buffer>> {
  const ids: string[] = [];
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => {
    if (url.startsWith('wasm:')) ids.push(scriptId);
  });
  await session.post('Debugger.enable');
  const modules = new Map<string, Buffer>();
  for (const scriptId of ids) {
    const source: Source = await session.post('Debugger.getScriptSource', { scriptId });
    modules.set(scriptId, Buffer.from(source.bytecode ?? '', 'base64'));
  }
  return modules;
}

/** The types of Node do not know of WebAssembly. */
type Source = Debugger.GetScriptSourceReturnType & { readonly bytecode?: string };
