import de from '../../locales/de/currency.json' with { type: 'json' };
import en from '../../locales/en/currency.json' with { type: 'json' };
import fr from '../../locales/fr/currency.json' with { type: 'json' };
import nl from '../../locales/nl/currency.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Currencies and exchange rates. */
export const messages = combineLanguages({ de, en, fr, nl });
