import de from '../../locales/de/desk-invoices.json' with { type: 'json' };
import en from '../../locales/en/desk-invoices.json' with { type: 'json' };
import fr from '../../locales/fr/desk-invoices.json' with { type: 'json' };
import nl from '../../locales/nl/desk-invoices.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { createSayOf } from '../support/words.ts';

/** Texts of the invoices in the four languages. */
export const sayIn = createSayOf(combineLanguages({ de, en, fr, nl }));

export type Tell = ReturnType<typeof sayIn>;
