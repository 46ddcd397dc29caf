import de from '../../locales/de/accounts.json' with { type: 'json' };
import en from '../../locales/en/accounts.json' with { type: 'json' };
import fr from '../../locales/fr/accounts.json' with { type: 'json' };
import nl from '../../locales/nl/accounts.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Accounts that something refers to. */
export const messages = combineLanguages({ de, en, fr, nl });
