// node ours-program.js METHOD TASK: a method of ours as a contestant (../task.ts).

import { replies } from '../javascript/motion.ts';
import { problemOf, type Task } from '../task.ts';
import { ours } from './motion.ts';

const [method, text] = process.argv.slice(2);
const task = JSON.parse(text) as Task;
for (const reply of replies(task, ours(problemOf(task), method)))
  process.stdout.write(`${JSON.stringify(reply)}\n`);
