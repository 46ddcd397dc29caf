import de from '../../locales/de/desk-conflicts.json' with { type: 'json' };
import en from '../../locales/en/desk-conflicts.json' with { type: 'json' };
import fr from '../../locales/fr/desk-conflicts.json' with { type: 'json' };
import nl from '../../locales/nl/desk-conflicts.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { createSayOf } from '../support/words.ts';

/** Texts about changes made offline in the four languages. */
export const sayIn = createSayOf(combineLanguages({ de, en, fr, nl }));
