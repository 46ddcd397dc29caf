import de from '../../locales/de/licence.json' with { type: 'json' };
import en from '../../locales/en/licence.json' with { type: 'json' };
import fr from '../../locales/fr/licence.json' with { type: 'json' };
import nl from '../../locales/nl/licence.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Licence keys and what they allow. */
export const messages = combineLanguages({ de, en, fr, nl });
