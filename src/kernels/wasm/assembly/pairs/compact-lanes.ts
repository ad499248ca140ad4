// Some of four u32 in a row, written side by side: no processor could guess which are kept, so that nothing branches.

/** Bytes of a mask. */
const mask: usize = 16;

/** Those of the four whose bit is set go to `out`, in order; returns where they end. What lies up to 16 bytes on is lost. */
export function compactLanes(masks: usize, four: v128, bits: i32, out: usize): usize {
  v128.store(out, i8x16.swizzle(four, v128.load(masks + <usize>bits * mask)));
  return out + ((<usize>popcnt(bits)) << 2);
}
