import de from '../../locales/de/bridge.json' with { type: 'json' };
import en from '../../locales/en/bridge.json' with { type: 'json' };
import fr from '../../locales/fr/bridge.json' with { type: 'json' };
import nl from '../../locales/nl/bridge.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** What is said about the external platform. */
export const messages = combineLanguages({ de, en, fr, nl });
