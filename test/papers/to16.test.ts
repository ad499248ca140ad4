import { quickSet } from './quick.ts';

quickSet('to16');
