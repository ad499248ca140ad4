// Everybody who takes part.

import type { Contestant } from '../contestant.ts';
import { ourContestants } from './ours.ts';

export const contestants: readonly Contestant[] = [...ourContestants];
