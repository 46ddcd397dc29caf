import de from '../../locales/de/desk-live.json' with { type: 'json' };
import en from '../../locales/en/desk-live.json' with { type: 'json' };
import fr from '../../locales/fr/desk-live.json' with { type: 'json' };
import nl from '../../locales/nl/desk-live.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { createSayOf } from '../support/words.ts';

/** Texts about changes by others in the four languages. */
export const sayIn = createSayOf(combineLanguages({ de, en, fr, nl }));
