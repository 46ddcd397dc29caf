import de from '../../locales/de/revaluations.json' with { type: 'json' };
import en from '../../locales/en/revaluations.json' with { type: 'json' };
import fr from '../../locales/fr/revaluations.json' with { type: 'json' };
import nl from '../../locales/nl/revaluations.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Revaluation of foreign currencies. */
export const messages = combineLanguages({ de, en, fr, nl });
