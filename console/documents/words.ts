import de from '../../locales/de/desk-documents.json' with { type: 'json' };
import en from '../../locales/en/desk-documents.json' with { type: 'json' };
import fr from '../../locales/fr/desk-documents.json' with { type: 'json' };
import nl from '../../locales/nl/desk-documents.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { createSayOf } from '../support/words.ts';

/** Texts of the document inbox in the four languages. */
export const sayIn = createSayOf(combineLanguages({ de, en, fr, nl }));
export type Tell = ReturnType<typeof sayIn>;
