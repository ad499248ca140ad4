// Methods of one's own in a build of the studio: each definition here stands in the menu, runs in lanes and is known to problem
// files, as with `defineMethod` in the library. It is data that the worker registers and not a file with `defineMethod` calls: the
// package declares that its files have no side effects, so that a build would drop such an import.

import type { MethodDefinition } from '../../src/methods/define-method.ts';

export const ownMethods: readonly MethodDefinition[] = [];
