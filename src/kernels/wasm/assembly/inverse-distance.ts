// 1/r from r².

import { div, sqrt } from './lanes.ts';

/** 1/√s in both lanes. */
export function inverseRoot(s: v128): v128 {
  return div(f64x2.splat(1), sqrt(s));
}
