// The slide of any other constraints g(q, p): the flow of z' = X_{g_λ}(z) over unit time, integrated to round-off.
// Its derivatives follow from the variational equation  w' = J Σ λᵢ gᵢ'' w + X_{g_dλ}(z).
// McLachlan, Modin, Verdier, Wilkins 2014, §6: "integrating the fibres numerically to roundoff error".

import { createDormandPrince8 } from '../flows/dop853/adaptive.ts';
import type { Constraints } from '../problem/constraints.ts';
import { applyJ, type State } from '../problem/state.ts';
import type { Outcome } from '../solvers/outcome.ts';
import type { Fibre } from './fibre.ts';

const roundOff = { relativeTolerance: 2e-15, absoluteTolerance: 1e-16, maxSteps: 2000 };

export function generalFibre(g: Constraints, n: number): Fibre {
  const [at, end] = [0, 1].map(() => new Float64Array(2 * n));
  const lambda = new Float64Array(g.m);
  const source = new Float64Array(g.m);
  const [z, w, part] = Array.from({ length: 3 }, () => new Float64Array(2 * n));
  const pair = new Float64Array(4 * n);
  const pairEnd = new Float64Array(4 * n);

  const slider = createDormandPrince8({
    dimension: 2 * n,
    f: (y, out) => {
      g.transposedTimes(y, lambda, out);
      applyJ(out);
    },
    ...roundOff,
  });
  const variation = createDormandPrince8({ dimension: 4 * n, f: variationalField, ...roundOff });

  function variationalField(y: Float64Array, out: Float64Array): void {
    z.set(y.subarray(0, 2 * n));
    w.set(y.subarray(2 * n));
    g.transposedTimes(z, lambda, part);
    applyJ(part);
    out.set(part);
    g.hessianTimes(z, lambda, w, part);
    g.transposedTimes(z, source, w);
    for (let i = 0; i < 2 * n; i++) part[i] += w[i];
    applyJ(part);
    out.set(part, 2 * n);
  }
  function vary(start: Float64Array | null, out: Float64Array): void {
    pair.fill(0);
    pair.set(at);
    if (start) pair.set(start, 2 * n);
    variation.integrate(pair, 0, 1, pairEnd);
    for (let i = 0; i < 2 * n; i++) out[i] = pairEnd[2 * n + i];
  }
  return {
    slide(state: State, multipliers: Float64Array, out: State): Outcome {
      at.set(state);
      lambda.set(multipliers);
      const outcome = slider.integrate(state, 0, 1, out);
      end.set(out);
      return outcome;
    },
    push(v, out) {
      source.fill(0);
      vary(v, out);
    },
    pushLambda(dlambda, out) {
      if (g.m === 1) {
        // One constraint: to slide a little further is to follow X_g at the end.
        g.transposedTimes(end, dlambda, out);
        applyJ(out);
        return;
      }
      source.set(dlambda);
      vary(null, out);
    },
  };
}
