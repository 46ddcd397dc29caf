import de from '../../locales/de/desk-palette.json' with { type: 'json' };
import en from '../../locales/en/desk-palette.json' with { type: 'json' };
import fr from '../../locales/fr/desk-palette.json' with { type: 'json' };
import nl from '../../locales/nl/desk-palette.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { createSayOf } from '../support/words.ts';

/** Texts of the palette in the four languages. */
export const sayIn = createSayOf(combineLanguages({ de, en, fr, nl }));
