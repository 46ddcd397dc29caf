import de from '../../locales/de/analytics.json' with { type: 'json' };
import en from '../../locales/en/analytics.json' with { type: 'json' };
import fr from '../../locales/fr/analytics.json' with { type: 'json' };
import nl from '../../locales/nl/analytics.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Analytic codes, and how lines are shared among them. */
export const messages = combineLanguages({ de, en, fr, nl });
