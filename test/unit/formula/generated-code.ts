// What our code hands to the compiler while some work is done (the schema library compiles a little of its own).

import { vi } from 'vitest';

export function generatedCode(work: () => void): string[] {
  const texts: string[] = [];
  const watched = new Proxy(Function, {
    construct(target, args: string[]) {
      const text = args[args.length - 1];
      if (text?.startsWith("'use strict'")) texts.push(text);
      return Reflect.construct(target, args);
    },
  });
  vi.stubGlobal('Function', watched);
  try {
    work();
  } finally {
    vi.unstubAllGlobals();
  }
  return texts;
}
