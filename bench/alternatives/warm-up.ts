// How long JavaScript, ours and theirs, runs before it is timed. Its code is compiled while it runs, and on the one
// processor that a program gets here a large function takes a third of a second of that.

/** Milliseconds of a process, and over how many of its settings they are spread. */
const [whole, settingsWarmed] = [400, 4];

/** Milliseconds for each setting in turn. */
export function warmUps({
  settings,
  milliseconds,
}: {
  settings: readonly number[];
  milliseconds: number;
}): number[] {
  const warmed = Math.min(settingsWarmed, settings.length);
  return settings.map((_, k) => (k < warmed ? whole / warmed : milliseconds / 2));
}
