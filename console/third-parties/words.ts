import de from '../../locales/de/desk-third-party.json' with { type: 'json' };
import en from '../../locales/en/desk-third-party.json' with { type: 'json' };
import fr from '../../locales/fr/desk-third-party.json' with { type: 'json' };
import nl from '../../locales/nl/desk-third-party.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { createSayOf } from '../support/words.ts';

/** Texts of the sheet of a third party in the four languages. */
export const sayIn = createSayOf(combineLanguages({ de, en, fr, nl }));
