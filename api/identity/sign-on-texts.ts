import de from '../../locales/de/identity-sign-on.json' with { type: 'json' };
import en from '../../locales/en/identity-sign-on.json' with { type: 'json' };
import fr from '../../locales/fr/identity-sign-on.json' with { type: 'json' };
import nl from '../../locales/nl/identity-sign-on.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Single sign-on. */
export const signOnMessages = combineLanguages({ de, en, fr, nl });
