import de from '../../locales/de/bank-matches.json' with { type: 'json' };
import en from '../../locales/en/bank-matches.json' with { type: 'json' };
import fr from '../../locales/fr/bank-matches.json' with { type: 'json' };
import nl from '../../locales/nl/bank-matches.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** How transactions are booked and what stands in the way. */
export const messages = combineLanguages({ de, en, fr, nl });
