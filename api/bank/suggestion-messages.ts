import de from '../../locales/de/bank-suggestions.json' with { type: 'json' };
import en from '../../locales/en/bank-suggestions.json' with { type: 'json' };
import fr from '../../locales/fr/bank-suggestions.json' with { type: 'json' };
import nl from '../../locales/nl/bank-suggestions.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Why a transaction may be what is proposed for it. */
export const messages = combineLanguages({ de, en, fr, nl });
