// Stream compaction of four u32, without branches, which would be unpredictable.

/** Bytes of a mask. */
const mask: usize = 16;

/** Writes those of the four whose bit is set to `out`, in order; returns their end. All 16 bytes at `out` are overwritten. */
export function compactLanes(masks: usize, four: v128, bits: i32, out: usize): usize {
  v128.store(out, i8x16.swizzle(four, v128.load(masks + <usize>bits * mask)));
  return out + ((<usize>popcnt(bits)) << 2);
}
