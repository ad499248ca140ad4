/**
 * Whether z begins with the numbers that are `known`: q of a state, or all of it. Bit by bit, so that what was computed
 * there may be used again: 0 and −0 may have different forces, and NaN, an empty memory, agrees with nothing.
 */
export function beginsWith(z: Float64Array, known: Float64Array): boolean {
  for (let i = 0; i < known.length; i++)
    if (z[i] !== known[i] || (z[i] === 0 && 1 / z[i] !== 1 / known[i])) return false;
  return true;
}
