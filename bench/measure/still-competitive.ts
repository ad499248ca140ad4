// Who goes on taking turns: to know that somebody is many times slower, one turn is enough.

const farBehind = 4;

/** Whether the first of these turns was not far behind the fastest first turn of all. */
export function isInSight([first]: readonly number[], all: readonly (readonly number[])[]): boolean {
  const fastest = Math.min(...all.flatMap(turns => turns.slice(0, 1)));
  return first === undefined || first < farBehind * fastest;
}
