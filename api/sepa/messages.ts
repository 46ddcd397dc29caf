import de from '../../locales/de/sepa.json' with { type: 'json' };
import en from '../../locales/en/sepa.json' with { type: 'json' };
import fr from '../../locales/fr/sepa.json' with { type: 'json' };
import nl from '../../locales/nl/sepa.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Orders to banks. */
export const messages = combineLanguages({ de, en, fr, nl });
