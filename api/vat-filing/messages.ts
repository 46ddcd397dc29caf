import de from '../../locales/de/vat-filing.json' with { type: 'json' };
import en from '../../locales/en/vat-filing.json' with { type: 'json' };
import fr from '../../locales/fr/vat-filing.json' with { type: 'json' };
import nl from '../../locales/nl/vat-filing.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Files for VAT and tax administrations: what they would be refused for. */
export const messages = combineLanguages({ de, en, fr, nl });
