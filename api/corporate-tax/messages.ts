import de from '../../locales/de/corporate-tax.json' with { type: 'json' };
import en from '../../locales/en/corporate-tax.json' with { type: 'json' };
import fr from '../../locales/fr/corporate-tax.json' with { type: 'json' };
import nl from '../../locales/nl/corporate-tax.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Estimate of the corporate tax. */
export const messages = combineLanguages({ de, en, fr, nl });
