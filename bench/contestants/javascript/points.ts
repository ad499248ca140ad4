// Positions and velocities of points, one after another.

export type Numbers = ArrayLike<number>;

export interface Points {
  readonly q: Float64Array;
  readonly v: Float64Array;
}
