import de from '../../locales/de/recurring-entries.json' with { type: 'json' };
import en from '../../locales/en/recurring-entries.json' with { type: 'json' };
import fr from '../../locales/fr/recurring-entries.json' with { type: 'json' };
import nl from '../../locales/nl/recurring-entries.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Entries that come again and again. */
export const messages = combineLanguages({ de, en, fr, nl });
