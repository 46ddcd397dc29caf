import de from '../../locales/de/webhooks.json' with { type: 'json' };
import en from '../../locales/en/webhooks.json' with { type: 'json' };
import fr from '../../locales/fr/webhooks.json' with { type: 'json' };
import nl from '../../locales/nl/webhooks.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Outgoing webhooks. */
export const messages = combineLanguages({ de, en, fr, nl });
