// Sliders overrule the file. When a parameter is changed in the file itself, or taken out of it, the file counts again.

import type { ProblemFile } from '../../formulas/problem-file.ts';

type Settings = Readonly<Record<string, number>>;

export function keptSettings(before: ProblemFile | null, after: ProblemFile, set: Settings): Settings {
  const textIn = (file: ProblemFile | null, name: string) =>
    file?.parameters.find(parameter => parameter.name === name)?.text;
  const kept = Object.entries(set).filter(([name]) => {
    const text = textIn(after, name);
    return text !== undefined && (before === null || textIn(before, name) === text);
  });
  return Object.fromEntries(kept);
}
