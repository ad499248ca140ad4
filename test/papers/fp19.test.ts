import { quickSet } from './quick.ts';

quickSet('fp19');
