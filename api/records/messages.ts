import de from '../../locales/de/records.json' with { type: 'json' };
import en from '../../locales/en/records.json' with { type: 'json' };
import fr from '../../locales/fr/records.json' with { type: 'json' };
import nl from '../../locales/nl/records.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Everything that is edited field by field, one record at a time or as a file of many. */
export const messages = combineLanguages({ de, en, fr, nl });
