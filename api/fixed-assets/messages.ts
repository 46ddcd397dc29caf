import de from '../../locales/de/fixed-assets.json' with { type: 'json' };
import en from '../../locales/en/fixed-assets.json' with { type: 'json' };
import fr from '../../locales/fr/fixed-assets.json' with { type: 'json' };
import nl from '../../locales/nl/fixed-assets.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Fixed assets: what may be wrong with them. */
export const messages = combineLanguages({ de, en, fr, nl });
