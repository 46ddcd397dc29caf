import de from '../../locales/de/desk-settings.json' with { type: 'json' };
import en from '../../locales/en/desk-settings.json' with { type: 'json' };
import fr from '../../locales/fr/desk-settings.json' with { type: 'json' };
import nl from '../../locales/nl/desk-settings.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { createSayOf } from '../support/words.ts';

/** Texts of the settings view in the four languages. */
export const sayIn = createSayOf(combineLanguages({ de, en, fr, nl }));
