// Bitwise equality of states, which tells a multistep method whether it is asked to go on from where it stopped.

/** NaN differs from itself, and 0 from −0: forces may differ there. */
export function isSameState(x: Float64Array, y: Float64Array): boolean {
  for (let i = 0; i < x.length; i++) if (x[i] !== y[i] || (x[i] === 0 && 1 / x[i] !== 1 / y[i])) return false;
  return true;
}
