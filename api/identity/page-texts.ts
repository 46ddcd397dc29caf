import de from '../../locales/de/identity-pages.json' with { type: 'json' };
import en from '../../locales/en/identity-pages.json' with { type: 'json' };
import fr from '../../locales/fr/identity-pages.json' with { type: 'json' };
import nl from '../../locales/nl/identity-pages.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** What the pages behind links say, and the letters that the links come in. */
export const pageMessages = combineLanguages({ de, en, fr, nl });
