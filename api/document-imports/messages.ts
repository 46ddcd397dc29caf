import de from '../../locales/de/document-imports.json' with { type: 'json' };
import en from '../../locales/en/document-imports.json' with { type: 'json' };
import fr from '../../locales/fr/document-imports.json' with { type: 'json' };
import nl from '../../locales/nl/document-imports.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Documents that come in as files. */
export const messages = combineLanguages({ de, en, fr, nl });
