import de from '../../locales/de/companies.json' with { type: 'json' };
import en from '../../locales/en/companies.json' with { type: 'json' };
import fr from '../../locales/fr/companies.json' with { type: 'json' };
import nl from '../../locales/nl/companies.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Opening a company file, its identity, its banks, and its sheet in the public register. */
export const messages = combineLanguages({ de, en, fr, nl });
