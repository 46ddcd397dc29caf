import de from '../../locales/de/vat-declarations.json' with { type: 'json' };
import en from '../../locales/en/vat-declarations.json' with { type: 'json' };
import fr from '../../locales/fr/vat-declarations.json' with { type: 'json' };
import nl from '../../locales/nl/vat-declarations.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** VAT returns. */
export const messages = combineLanguages({ de, en, fr, nl });
