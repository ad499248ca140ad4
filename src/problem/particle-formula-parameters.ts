// The parameters that a formula mentions: a file may have many, and one of them may bear the name of a variable that
// another formula knows.

export type Numbers = Readonly<Record<string, number>>;

export function usedParameters(formula: string, numbers: Numbers): Numbers {
  const names = new Set(formula.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  return Object.fromEntries(Object.entries(numbers).filter(([name]) => names.has(name)));
}
