// A rigid body turned by R: a block with three different edges, and its axes.

import {
  AxesHelper,
  BoxGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Scene as ThreeScene,
} from 'three';
import type { Scene } from '../scene/scene.ts';
import type { Drawn } from './view.ts';

export function createBody(world: ThreeScene, { rotation }: Scene, colour: string) {
  const group = new Group();
  group.add(
    new Mesh(new BoxGeometry(0.5, 0.9, 1.3), new MeshStandardMaterial({ color: colour, roughness: 0.5 })),
  );
  group.add(new AxesHelper(1));
  group.matrixAutoUpdate = false;
  world.add(group);
  return {
    show(lane: Drawn | null): void {
      group.visible = lane !== null;
      if (!lane || !rotation) return;
      const [a, b, c, d, e, f, g, h, i] = rotation.map(k => lane.q[k]);
      group.matrix = new Matrix4().set(a, b, c, 0, d, e, f, 0, g, h, i, 0, 0, 0, 0, 1);
    },
  };
}
