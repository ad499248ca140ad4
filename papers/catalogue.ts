// All entries, in the order of the report.

import type { Entry } from './entry.ts';
import { fp19 } from './fp19/entries.ts';
import { ls94 } from './ls94/entries.ts';
import { mmvw14 } from './mmvw14/entries.ts';
import { notes } from './notes/entries.ts';
import { to16 } from './to16/entries.ts';

export const entries: readonly Entry[] = [...ls94, ...mmvw14, ...to16, ...fp19, ...notes];
