// How long JavaScript, ours and theirs, runs before it is timed. Its code is compiled while it runs, and on the one
// processor that a program gets here a large function takes a third of a second of that; ours is made anew for each setting.

/** Milliseconds for one setting, where there are few of them, and together for the first of many that are tried. */
const [each, few, together] = [250, 2, 4];

/** Milliseconds for each setting in turn. */
export function warmUps({
  settings,
  milliseconds,
}: {
  settings: readonly number[];
  milliseconds: number;
}): number[] {
  return settings.map((_, k) => {
    if (settings.length <= few) return each;
    return k < together ? each / together : milliseconds;
  });
}
