// Exceptions from the naming rules. `pending` shrinks to nothing; `permanent` has a reason for each entry.

export type Rule =
  | 'private word in a file name'
  | 'private word in an exported name'
  | 'repeated base name'
  | 'prefix that repeats the folder'
  | 'participle as a file name'
  | 'missing head comment'
  | 'crowded folder'
  | 'small file with one importer';

type Exceptions = Readonly<Partial<Record<Rule, readonly string[]>>>;

/** Names, and the reason why the rule does not fit them. */
export const permanent: Readonly<Partial<Record<Rule, Readonly<Record<string, string>>>>> = {
  'prefix that repeats the folder': {
    'formula-error': 'named after the class FormulaError, whose name users see',
    'problem-error': 'named after the class ProblemError, whose name users see',
  },
  'small file with one importer': {
    lab: 'shared by the worker thread and the tests of the papers',
    'read-text': 'loaded with import(): the YAML parser comes with it',
    typeset: 'loaded with import(): KaTeX comes with it',
  },
};

/** Names that still wait for their rename. */
export const pending: Exceptions = {
  'private word in an exported name': [
    'alikeForces',
    'HandedAtoms',
    'giveAtoms',
    'areHeld',
    'giveState',
    'keepLanes',
    'areAlike',
    'PlacedPoints',
    'forgetCopies',
    'chooseHomes',
    'createHandedAtoms',
    'createPlacedPoints',
    'SettledWaters',
    'createSettledWaters',
    'isHopeless',
    'recordAgain',
    'finalists',
  ],
  'prefix that repeats the folder': ['ours-program'],
};
