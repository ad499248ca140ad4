// The registry as plain data for the page, with what each method needs on this problem.

import { knowsConstraints } from '../../src/methods/method.ts';
import { obstacles } from '../../src/methods/parameters.ts';
import type { Recommendation } from '../../src/methods/recommend.ts';
import { methods } from '../../src/methods/registry.ts';
import { noConstraints } from '../../src/problem/classical.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { AboutMethod } from './protocol.ts';

export function aboutMethods(problem: Problem, excluded: Recommendation['excluded']): readonly AboutMethod[] {
  // Obstacles depend on the kinetic energy and the constraints only, which a penalty does not change or removes.
  const free = { ...problem, g: noConstraints(problem.n) };
  const reasons = new Map(excluded.map(({ method, because }) => [method, because]));
  return methods.map(method => {
    const { name, title, family, summary, reference, parameters } = method;
    const needsPenalty = problem.g.m > 0 && !knowsConstraints(method);
    const obstacle = needsPenalty ? obstacles(method, free)[0] : reasons.get(name);
    return {
      name,
      title,
      family,
      summary,
      reference,
      parameters,
      needsPenalty,
      obstacle: obstacle ?? null,
    };
  });
}
