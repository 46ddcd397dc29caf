import de from '../../locales/de/reports.json' with { type: 'json' };
import en from '../../locales/en/reports.json' with { type: 'json' };
import fr from '../../locales/fr/reports.json' with { type: 'json' };
import nl from '../../locales/nl/reports.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Trial balance, ledgers and balances of third parties. */
export const messages = combineLanguages({ de, en, fr, nl });
