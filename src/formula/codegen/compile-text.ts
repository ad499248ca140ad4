// Text into code, where that is allowed. A page with a strict Content-Security-Policy (script-src without 'unsafe-eval') and Node
// with --disallow-code-generation-from-strings refuse it: formulas are interpreted then (interpreter.ts), with the same bits.

import { once } from '../once.ts';

/** Why there is no generated code, for people. */
export const notCompiled = 'this page or process forbids generated code (Content-Security-Policy)';

/** Whether text may become code here; tried once, since every refusal is reported by the browser. */
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
