// node ours-program.js METHOD TASK: our side of a comparison, answered like any other program (task.ts).

import { loadCase } from '../../measure/stepper.ts';
import { replies } from '../javascript/motion.ts';
import { caseOf, type Task } from '../task.ts';
import { ours } from './motion.ts';

const [method, text] = process.argv.slice(2);
const task = JSON.parse(text) as Task;
const { system, links } = task;
const problem = loadCase({ file: caseOf[system], set: links > 0 ? { N: links } : {} });
for (const reply of replies(task, ours(problem, method))) process.stdout.write(`${JSON.stringify(reply)}\n`);
