import de from '../../locales/de/fiscal-years.json' with { type: 'json' };
import en from '../../locales/en/fiscal-years.json' with { type: 'json' };
import fr from '../../locales/fr/fiscal-years.json' with { type: 'json' };
import nl from '../../locales/nl/fiscal-years.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Fiscal years and their periods, closing and reopening them, and the opening balance of the first. */
export const messages = combineLanguages({ de, en, fr, nl });
