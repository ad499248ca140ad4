// Space: balls, sticks, surfaces of constraint, a box, a turning body. Loaded only when a problem needs it.

import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  DynamicDrawUsage,
  InstancedMesh,
  Line,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Quaternion,
  SphereGeometry,
  Scene as ThreeScene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Scene } from '../scene/scene.ts';
import { createBody } from './body-3d.ts';
import { createDrag } from './drag-3d.ts';
import { createTrails, longest } from './trails.ts';
import { type CreateView, type Drawn, endOf, laneColours, placeOf } from './view.ts';

/** Finer balls where there are few. */
const fewPoints = 200;

export const createView3d: CreateView = (canvas, scene, onDrop) => {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
  const world = new ThreeScene();
  const { camera, controls } = createCamera(canvas, scene);
  world.add(new AmbientLight(0xffffff, 1.4), camera);
  const lamp = new DirectionalLight(0xffffff, 2);
  lamp.position.set(0.4, 0.6, 1);
  camera.add(lamp);
  addSurfaces(world, scene);
  addBox(world, scene);
  const bodies: Body[] = [];
  const trails = createTrails();
  let lanes: readonly Drawn[] = [];

  function paint(): void {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    renderer.setPixelRatio(devicePixelRatio);
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    renderer.render(world, camera);
  }
  const place = (k: number) => placeOf(scene, k, lanes[0].q);
  const drag = createDrag({
    canvas,
    camera,
    controls,
    scene,
    place: k => (lanes[0] ? place(k) : null),
    onDrop,
  });
  controls.addEventListener('change', paint);
  const sizes = new ResizeObserver(paint);
  sizes.observe(canvas);
  return {
    draw(given) {
      lanes = given;
      while (bodies.length < given.length)
        bodies.push(createLaneBody(world, scene, bodies.length, given.length > 1));
      bodies.forEach((body, k) => {
        body.show(given[k] ?? null);
        if (!given[k]) return;
        trails.add(
          k,
          scene.points.map((_, point) => placeOf(scene, point, given[k].q)),
        );
        body.showTrails(scene.points.map((_, point) => trails.of(k, point)));
      });
      paint();
    },
    clear: () => trails.clear(),
    dispose() {
      sizes.disconnect();
      drag.dispose();
      controls.dispose();
      renderer.dispose();
    },
  };
};

function createCamera(canvas: HTMLCanvasElement, { bounds: [low, high] }: Scene) {
  const centre = new Vector3(...low.map((x, k) => (x + high[k]) / 2));
  const size = Math.max(...low.map((x, k) => high[k] - x));
  const camera = new PerspectiveCamera(35, 1, size / 100, size * 20);
  // z is up, as in the problems.
  camera.up.set(0, 0, 1);
  camera.position.copy(centre).add(new Vector3(1, -1.5, 0.8).multiplyScalar(size));
  const controls = new OrbitControls(camera, canvas);
  controls.target.copy(centre);
  controls.update();
  return { camera, controls };
}

function addSurfaces(world: ThreeScene, { surfaces }: Scene): void {
  for (const { vertices, indices } of surfaces) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(vertices, 3));
    geometry.setIndex(new BufferAttribute(indices, 1));
    geometry.computeVertexNormals();
    const material = new MeshStandardMaterial({
      color: 0x8fa8bf,
      transparent: true,
      opacity: 0.35,
      side: DoubleSide,
      depthWrite: false,
    });
    world.add(new Mesh(geometry, material));
  }
}

function addBox(world: ThreeScene, { box }: Scene): void {
  if (!box) return;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(c =>
    [c & 1, (c >> 1) & 1, c >> 2].map((bit, k) => bit * box[k]),
  );
  const edges = corners.flatMap((corner, a) =>
    [1, 2, 4].filter(bit => (a & bit) === 0).flatMap(bit => [...corner, ...corners[a | bit]]),
  );
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(edges), 3));
  world.add(new LineSegments(geometry, new LineBasicMaterial({ color: 0x888888 })));
}

interface Body {
  show(lane: Drawn | null): void;
  showTrails(trails: readonly (readonly (readonly number[])[])[]): void;
}

/** Balls, sticks and trails of one lane; in comparisons everything has the colour of the lane. */
function createLaneBody(world: ThreeScene, scene: Scene, lane: number, isCompared: boolean): Body {
  if (scene.kind === 'body') return { ...createBody(world, scene, laneColours[lane]), showTrails: () => {} };
  const colour = laneColours[lane % laneColours.length];
  const balls = createBalls(scene, isCompared ? colour : null);
  const hasElements = scene.points.some(point => typeof point.colour === 'string');
  const sticks = createSticks(scene, isCompared || !hasElements ? colour : '#999999');
  const lines = scene.points.map(() => createTrailLine(colour));
  world.add(balls.mesh, sticks.mesh, ...lines.map(({ line }) => line));
  return {
    show(drawn) {
      balls.mesh.visible = sticks.mesh.visible = drawn !== null;
      if (!drawn) return;
      balls.move(drawn.q);
      sticks.move(drawn.q);
    },
    showTrails(trails) {
      trails.forEach((trail, k) => {
        lines[k].show(trail);
      });
    },
  };
}

function createBalls(scene: Scene, colour: string | null) {
  const detail = scene.points.length < fewPoints ? 24 : 10;
  const mesh = new InstancedMesh(
    new SphereGeometry(1, detail, detail),
    new MeshStandardMaterial({ roughness: 0.5 }),
    scene.points.length,
  );
  mesh.frustumCulled = false;
  scene.points.forEach((point, k) => {
    const own = typeof point.colour === 'string' ? point.colour : laneColours[0];
    mesh.setColorAt(k, new Color(colour ?? own));
  });
  const matrix = new Matrix4();
  return {
    mesh,
    move(q: Float64Array): void {
      scene.points.forEach(({ radius }, k) => {
        const [x, y, z] = placeOf(scene, k, q);
        mesh.setMatrixAt(k, matrix.makeScale(radius, radius, radius).setPosition(x, y, z));
      });
      mesh.instanceMatrix.needsUpdate = true;
    },
  };
}

function createSticks(scene: Scene, colour: string) {
  const smallest = Math.min(...scene.points.map(({ radius }) => radius));
  const geometry = new CylinderGeometry(0.35 * smallest, 0.35 * smallest, 1, 8);
  const mesh = new InstancedMesh(
    geometry,
    new MeshStandardMaterial({ color: colour, roughness: 0.6 }),
    scene.rods.length,
  );
  mesh.frustumCulled = false;
  const [matrix, turn, up, along, middle] = [
    new Matrix4(),
    new Quaternion(),
    new Vector3(0, 1, 0),
    new Vector3(),
    new Vector3(),
  ];
  return {
    mesh,
    move(q: Float64Array): void {
      scene.rods.forEach(([a, b], k) => {
        const [from, to] = [new Vector3(...endOf(scene, a, q)), new Vector3(...endOf(scene, b, q))];
        along.subVectors(to, from);
        const length = along.length();
        middle.addVectors(from, to).multiplyScalar(0.5);
        turn.setFromUnitVectors(up, along.normalize());
        mesh.setMatrixAt(k, matrix.compose(middle, turn, new Vector3(1, length, 1)));
      });
      mesh.instanceMatrix.needsUpdate = true;
    },
  };
}

/** Line of a trail; its buffer has the capacity of the longest trail. */
function createTrailLine(colour: string) {
  const places = new BufferAttribute(new Float32Array(3 * longest), 3).setUsage(DynamicDrawUsage);
  const geometry = new BufferGeometry().setAttribute('position', places);
  const line = new Line(geometry, new LineBasicMaterial({ color: colour, transparent: true, opacity: 0.9 }));
  // Its bounds change with every frame; it is drawn after the surfaces, which would hide it.
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
