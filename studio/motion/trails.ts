// Trails: recent positions of points.

export interface Trails {
  /** Adds the places of all points of one lane. */
  add(lane: number, places: readonly (readonly number[])[]): void;
  /** The past places of a point, oldest first. */
  of(lane: number, point: number): readonly (readonly number[])[];
  clear(): void;
}

/** Points with trails, and places in each. */
const mostPoints = 12;
export const longest = 400;

export function createTrails(): Trails {
  let trails = new Map<string, (readonly number[])[]>();
  return {
    add(lane, places) {
      // Of many points the last few have one: the ends of chains.
      for (let point = Math.max(0, places.length - mostPoints); point < places.length; point++) {
        const key = `${lane}:${point}`;
        const trail = trails.get(key) ?? [];
        trail.push(places[point]);
        if (trail.length > longest) trail.shift();
        trails.set(key, trail);
      }
    },
    of: (lane, point) => trails.get(`${lane}:${point}`) ?? [],
    clear() {
      trails = new Map();
    },
  };
}
