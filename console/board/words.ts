import de from '../../locales/de/desk-board.json' with { type: 'json' };
import en from '../../locales/en/desk-board.json' with { type: 'json' };
import fr from '../../locales/fr/desk-board.json' with { type: 'json' };
import nl from '../../locales/nl/desk-board.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { createSayOf } from '../support/words.ts';

/** Texts of the board in the four languages. */
export const sayIn = createSayOf(combineLanguages({ de, en, fr, nl }));
