import de from '../../locales/de/bank.json' with { type: 'json' };
import en from '../../locales/en/bank.json' with { type: 'json' };
import fr from '../../locales/fr/bank.json' with { type: 'json' };
import nl from '../../locales/nl/bank.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Statements of banks and their transactions. */
export const messages = combineLanguages({ de, en, fr, nl });
