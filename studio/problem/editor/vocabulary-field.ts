// Vocabulary of the file as a field of the editor's state.

import { StateEffect, StateField } from '@codemirror/state';
import type { Vocabulary } from './completion.ts';
import { vocabularyOf } from './vocabulary.ts';

export const replaceVocabulary = StateEffect.define<Vocabulary>();

export const vocabularyField = StateField.define<Vocabulary>({
  create: () => vocabularyOf(null, []),
  update: (words, { effects }) => effects.find(effect => effect.is(replaceVocabulary))?.value ?? words,
});
