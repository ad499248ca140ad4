// A trail in space: room for the longest one is made once.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Line, LineBasicMaterial } from 'three';
import { longest } from './trails.ts';

export function createTrailLine(colour: string) {
  const places = new BufferAttribute(new Float32Array(3 * longest), 3).setUsage(DynamicDrawUsage);
  const geometry = new BufferGeometry().setAttribute('position', places);
  const line = new Line(geometry, new LineBasicMaterial({ color: colour, transparent: true, opacity: 0.9 }));
  // Its bounds change all the time; and it lies on surfaces, which would hide it.
  line.frustumCulled = false;
  line.renderOrder = 1;
  geometry.setDrawRange(0, 0);
  return {
    line,
    show(trail: readonly (readonly number[])[]): void {
      trail.forEach(([x, y, z], k) => {
        places.setXYZ(k, x, y, z);
      });
      places.needsUpdate = true;
      geometry.setDrawRange(0, trail.length);
    },
  };
}
