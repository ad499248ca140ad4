import { quickSet } from './quick.ts';

quickSet('notes');
