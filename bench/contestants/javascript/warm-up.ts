// How JavaScript, ours and theirs, is rehearsed before it is timed. Its code is compiled while it runs, and on the one processor
// that a program gets here a large function takes a third of a second of that; some of it is made anew for each setting.

/** Settings that are rehearsed together before the first of them is timed, each for so many milliseconds. */
export interface Lot {
  readonly settings: readonly number[];
  readonly rehearsal: number;
}

/** Milliseconds for each of few settings, and together for the first of many that are tried. */
const [each, few, together] = [250, 2, 4];

/** Few settings are one lot; of many that are tried each is one, for who hears enough after the first does not wait for the last. */
export function lotsOf({
  settings,
  milliseconds,
}: {
  settings: readonly number[];
  milliseconds: number;
}): Lot[] {
  if (settings.length <= few) return [{ settings, rehearsal: each }];
  return settings.map((setting, k) => ({
    settings: [setting],
    rehearsal: k < together ? each / together : milliseconds,
  }));
}
