import { quickSet } from './quick.ts';

quickSet('ls94');
