// The content of a structure file, independent of its format: names and positions of particles. Å and units of time (units.ts).

import type { Box } from '../system.ts';

export interface Structure {
  readonly title: string;
  readonly names: readonly string[];
  /** For each particle the residue (molecule) it belongs to, numbered from 0 in the order of the file; null: not in the file. */
  readonly residue: Int32Array | null;
  /** Name of each residue; empty when the file has none. */
  readonly residueNames: readonly string[];
  readonly positions: Float64Array;
  readonly velocities: Float64Array | null;
  /** null: open space. */
  readonly box: Box | null;
}

/** A mistake in a structure file: “water.gro:12:21: …”. Lines and columns count from 1. */
export class StructureError extends Error {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly reason: string;

  constructor(place: FilePosition, reason: string) {
    super(`${place.file}:${place.line}:${place.column}: ${reason}`);
    this.name = 'StructureError';
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
    this.reason = reason;
  }
}

export interface FilePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Collects the particles of a file; a new residue begins where the key changes. */
export class StructureBuilder {
  readonly names: string[] = [];
  private readonly residue: number[] = [];
  private readonly residueNames: string[] = [];
  private lastKey: string | null = null;
  private readonly x: number[] = [];
  private readonly v: number[] = [];

  addResidue(key: string, name: string): void {
    if (key !== this.lastKey) this.residueNames.push(name);
    this.lastKey = key;
    this.residue.push(this.residueNames.length - 1);
  }

  addParticle(name: string, position: readonly number[], velocity: readonly number[] | null): void {
    this.names.push(name);
    this.x.push(...position);
    if (velocity) this.v.push(...velocity);
  }

  build(title: string, box: Box | null): Structure {
    const hasVelocities = this.v.length > 0 && this.v.length === this.x.length;
    return {
      title,
      names: this.names,
      residue: this.residue.length === this.names.length ? Int32Array.from(this.residue) : null,
      residueNames: this.residueNames,
      positions: Float64Array.from(this.x),
      velocities: hasVelocities ? Float64Array.from(this.v) : null,
      box,
    };
  }
}

// The box of a file: edges along the axes, or none when all lengths are zero. Other boxes are refused.

export function orthorhombic(
  edges: readonly [number, number, number],
  isSkew: boolean,
  place: FilePosition,
): Box | null {
  if (isSkew)
    throw new StructureError(
      place,
      'the box is triclinic; only boxes with edges along x, y and z are supported: convert it to an orthorhombic one',
    );
  if (edges.every(edge => edge === 0)) return null;
  if (edges.every(edge => edge > 0)) return { edges };
  throw new StructureError(place, `the edges of the box must be positive, not ${edges.join(' × ')} Å`);
}
