import type { Entry } from '../entry.ts';
import { fig3 } from './fig-3.ts';

export const ls94: readonly Entry[] = [fig3];
