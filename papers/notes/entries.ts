import type { Entry } from '../entry.ts';
import { diatomics } from './diatomics.ts';
import { paraboloid } from './paraboloid.ts';

export const notes: readonly Entry[] = [paraboloid, diatomics];
