// A canvas with the view that suits the scene; the 3D view is loaded on first use.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Scene } from '../scene/scene.ts';
import { useStudio } from '../state/context.ts';
import type { CreateView, Drawn, View } from './view.ts';
import { createView2d } from './view-2d.ts';
import { createViewFlat } from './view-flat.ts';

async function viewFor({ kind, dimension }: Scene): Promise<CreateView> {
  if (kind === 'flat') return createViewFlat;
  if (kind === 'points' && dimension === 2) return createView2d;
  return (await import('./view-3d.ts')).createView3d;
}

export interface SceneCanvasProps {
  readonly scene: Scene;
  readonly lanes: readonly Drawn[];
  readonly label: string;
  /** Changes when the motion restarts. */
  readonly epoch: number;
}

export function SceneCanvas({ scene, lanes, label, epoch }: SceneCanvasProps) {
  const studio = useStudio();
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<View | null>(null);
  const latest = useRef(lanes);
  // What fails in a promise is thrown while rendering, where the panel's error boundary sees it.
  const [failure, setFailure] = useState<unknown>(null);
  if (failure !== null) throw failure;
  latest.current = lanes;
  useEffect(() => {
    let isGone = false;
    const show = (create: CreateView) => {
      if (isGone || !canvas.current) return;
      view.current = create(canvas.current, scene, entries => studio.drag(entries));
      view.current.draw(latest.current);
    };
    viewFor(scene).then(show).catch(setFailure);
    return () => {
      isGone = true;
      view.current?.dispose();
      view.current = null;
    };
  }, [scene, studio]);
  useEffect(() => view.current?.clear(), [epoch]);
  useEffect(() => view.current?.draw(lanes), [lanes]);
  // A canvas that had one kind of context cannot get another: each kind of scene has its own.
  const kind = scene.kind === 'flat' || (scene.kind === 'points' && scene.dimension === 2) ? 'flat' : 'space';
  return <canvas key={kind} ref={canvas} class="scene" role="img" aria-label={label} />;
}
