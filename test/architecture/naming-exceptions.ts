// Exceptions from the naming rules, each with its reason.

export type Rule =
  | 'private word in a file name'
  | 'private word in an exported name'
  | 'repeated base name'
  | 'prefix that repeats the folder'
  | 'participle as a file name'
  | 'missing head comment'
  | 'crowded folder'
  | 'small file with one importer';

/** Names, and the reason why the rule does not fit them. */
export const exceptions: Readonly<Partial<Record<Rule, Readonly<Record<string, string>>>>> = {
  'prefix that repeats the folder': {
    'formula-error': 'named after the class FormulaError, whose name users see',
    'problem-error': 'named after the class ProblemError, whose name users see',
  },
  'small file with one importer': {
    lab: 'shared by the worker thread and the tests of the papers',
    'own-methods': 'the file that the author of a method edits in a studio of their own',
    'read-text': 'loaded with import(): the YAML parser comes with it',
    typeset: 'loaded with import(): KaTeX comes with it',
  },
};
