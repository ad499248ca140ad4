// All entries, in the order of the report.

import type { Entry } from './entry.ts';
import { ls94 } from './ls94/entries.ts';

export const entries: readonly Entry[] = [...ls94];
