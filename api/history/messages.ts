import de from '../../locales/de/history.json' with { type: 'json' };
import en from '../../locales/en/history.json' with { type: 'json' };
import fr from '../../locales/fr/history.json' with { type: 'json' };
import nl from '../../locales/nl/history.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** What can be wrong with the log of a company file. */
export const messages = combineLanguages({ de, en, fr, nl });
