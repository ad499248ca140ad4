// How long JavaScript, ours and theirs, runs before it is timed. Its code is compiled while it runs, and on the one
// processor that a program gets here a large function takes a third of a second of that.

/** Milliseconds of a process. */
const whole = 400;
/** A search begins with coarse settings, which may fail at once: it has more of them, and warms up with several. */
const [fewSettings, severalSettings] = [2, 4];

/** Milliseconds for each setting in turn. */
export function warmUps({
  settings,
  milliseconds,
}: {
  settings: readonly number[];
  milliseconds: number;
}): number[] {
  const warmed = settings.length > fewSettings ? severalSettings : 1;
  return settings.map((_, k) => (k < warmed ? whole / warmed : milliseconds));
}
