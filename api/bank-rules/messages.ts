import de from '../../locales/de/bank-rules.json' with { type: 'json' };
import en from '../../locales/en/bank-rules.json' with { type: 'json' };
import fr from '../../locales/fr/bank-rules.json' with { type: 'json' };
import nl from '../../locales/nl/bank-rules.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Rules of the bank: what is wrong with their conditions and lines. */
export const messages = combineLanguages({ de, en, fr, nl });
