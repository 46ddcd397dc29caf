import de from '../../locales/de/vat-codes.json' with { type: 'json' };
import en from '../../locales/en/vat-codes.json' with { type: 'json' };
import fr from '../../locales/fr/vat-codes.json' with { type: 'json' };
import nl from '../../locales/nl/vat-codes.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** VAT codes: the boxes of the return that they fill, and references to them. */
export const messages = combineLanguages({ de, en, fr, nl });
