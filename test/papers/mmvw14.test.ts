import { quickSet } from './quick.ts';

quickSet('mmvw14');
