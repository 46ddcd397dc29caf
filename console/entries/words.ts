import de from '../../locales/de/desk-entries.json' with { type: 'json' };
import en from '../../locales/en/desk-entries.json' with { type: 'json' };
import fr from '../../locales/fr/desk-entries.json' with { type: 'json' };
import nl from '../../locales/nl/desk-entries.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { createSayOf } from '../support/words.ts';

/** Texts of the view of entries in the four languages. */
export const sayIn = createSayOf(combineLanguages({ de, en, fr, nl }));
