// Compiles text to a function, where that is allowed. A page with a strict Content-Security-Policy (script-src without 'unsafe-eval')
// and Node with --disallow-code-generation-from-strings forbid it: formulas are then interpreted (interpreter.ts), with the same bits.

import { once } from '../once.ts';

/** Message: why there is no generated code. */
export const notCompiled = 'this page or process forbids generated code (Content-Security-Policy)';

/** Whether code generation is allowed; tested once, since browsers report every violation. */
export const canCompile: () => boolean = once(() => {
  try {
    return new Function('return true')() === true;
  } catch {
    return false;
  }
});

/** The function with these parameters and this body, as `new Function` makes it. */
export function compileText(...parametersAndBody: readonly string[]): (...values: unknown[]) => unknown {
  return new Function(...parametersAndBody) as (...values: unknown[]) => unknown;
}
