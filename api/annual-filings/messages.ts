import de from '../../locales/de/annual-filings.json' with { type: 'json' };
import en from '../../locales/en/annual-filings.json' with { type: 'json' };
import fr from '../../locales/fr/annual-filings.json' with { type: 'json' };
import nl from '../../locales/nl/annual-filings.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Filing of annual accounts. */
export const messages = combineLanguages({ de, en, fr, nl });
