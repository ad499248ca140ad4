// A slider asks for scenes again and again: what has not changed is neither made nor drawn anew.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { sceneOf } from '../../../../studio/scene/from-problem.ts';
import { isSameScene } from '../../../../studio/scene/scene.ts';
import type { MadeMeshes } from '../../../../studio/scene/surfaces.ts';

const read = (name: string, set: Readonly<Record<string, number>> = {}) =>
  load(readFileSync(`cases/${name}.yaml`, 'utf8'), { set });

describe('scenes of one problem after another', () => {
  it('are the same when nothing that is seen has changed', () => {
    expect(isSameScene(sceneOf(read('double-pendulum')), sceneOf(read('double-pendulum', { g: 2 })))).toBe(
      true,
    );
    expect(isSameScene(sceneOf(read('double-pendulum')), sceneOf(read('double-pendulum', { L1: 2 })))).toBe(
      false,
    );
  });

  it('share the meshes of surfaces that have not changed, and no others', () => {
    const made: MadeMeshes = new Map();
    const torus = read('torus');
    const [first] = sceneOf(torus, made).surfaces;
    const [again] = sceneOf({ ...torus, H: read('torus').H }, made).surfaces;
    expect(again.vertices).toBe(first.vertices);
    const other = read('torus', { a: 0.9 });
    const [thinner] = sceneOf({ ...other, initial: torus.initial }, made).surfaces;
    expect(thinner.vertices).not.toEqual(first.vertices);
    expect(isSameScene(sceneOf(torus, made), sceneOf({ ...other, initial: torus.initial }, made))).toBe(
      false,
    );
  });
});
