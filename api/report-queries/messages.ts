import de from '../../locales/de/report-queries.json' with { type: 'json' };
import en from '../../locales/en/report-queries.json' with { type: 'json' };
import fr from '../../locales/fr/report-queries.json' with { type: 'json' };
import nl from '../../locales/nl/report-queries.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Declared queries over the ledger, and saved ones. */
export const messages = combineLanguages({ de, en, fr, nl });
