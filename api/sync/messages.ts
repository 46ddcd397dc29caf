import de from '../../locales/de/sync.json' with { type: 'json' };
import en from '../../locales/en/sync.json' with { type: 'json' };
import fr from '../../locales/fr/sync.json' with { type: 'json' };
import nl from '../../locales/nl/sync.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** What is said to clients that were offline. */
export const messages = combineLanguages({ de, en, fr, nl });
