import de from '../../locales/de/annual-filings-belgium.json' with { type: 'json' };
import en from '../../locales/en/annual-filings-belgium.json' with { type: 'json' };
import fr from '../../locales/fr/annual-filings-belgium.json' with { type: 'json' };
import nl from '../../locales/nl/annual-filings-belgium.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Filing with the National Bank of Belgium. */
export const messages = combineLanguages({ de, en, fr, nl });
