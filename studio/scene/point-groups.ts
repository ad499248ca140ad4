// Which coordinates belong to one point in the plane or in space, by their names: x, y, z; x1, y1; r[3][0], r[3][1];
// x[2], y[2]. Coordinates that are something else, such as angles, belong to none.

export interface PointGroup {
  readonly label: string;
  /** Entries of q, in the order of the axes. */
  readonly entries: readonly number[];
}

interface Named {
  /** What is common to the coordinates of a point. */
  readonly owner: string;
  readonly axis: number;
}

const axes = ['x', 'y', 'z'];

function readName(name: string): Named | null {
  const vector = /^(.+)\[(\d+)\]$/.exec(name);
  const isVector = vector && /\]$/.test(vector[1]);
  if (isVector) return { owner: vector[1], axis: Number(vector[2]) };
  const letter = /^([xyz])(?:_?(\w+)|\[(\d+)\])?$/.exec(name);
  if (letter) return { owner: letter[2] ?? letter[3] ?? '', axis: axes.indexOf(letter[1]) };
  // A single vector: r[0], r[1], r[2].
  return vector ? { owner: vector[1], axis: Number(vector[2]) } : null;
}

/** null unless every coordinate belongs to a point, and all points have two or three. */
export function pointGroups(coordinates: readonly string[]): readonly PointGroup[] | null {
  const owners = new Map<string, number[]>();
  for (const [i, name] of coordinates.entries()) {
    const named = readName(name);
    if (!named) return null;
    const entries = owners.get(named.owner) ?? [];
    entries[named.axis] = i;
    owners.set(named.owner, entries);
  }
  const groups = [...owners].map(([label, entries]) => ({ label, entries }));
  const dimension = groups[0]?.entries.length;
  const isWhole = ({ entries }: PointGroup) =>
    entries.length === dimension && Array.from(entries).every(entry => entry !== undefined);
  return (dimension === 2 || dimension === 3) && groups.every(isWhole) ? groups : null;
}
