import de from '../../../locales/de/validation.json' with { type: 'json' };
import en from '../../../locales/en/validation.json' with { type: 'json' };
import fr from '../../../locales/fr/validation.json' with { type: 'json' };
import nl from '../../../locales/nl/validation.json' with { type: 'json' };
import { combineLanguages } from '../../../domain/language.ts';

/** What can be wrong with one field of a request, whatever the resource. */
export const messages = combineLanguages({ de, en, fr, nl });
