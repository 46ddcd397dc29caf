import de from '../../locales/de/document-imports-reading.json' with { type: 'json' };
import en from '../../locales/en/document-imports-reading.json' with { type: 'json' };
import fr from '../../locales/fr/document-imports-reading.json' with { type: 'json' };
import nl from '../../locales/nl/document-imports-reading.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** What was found while a document was read, by its code: why it could not be, what must be checked, why something is suggested. */
export const messages = combineLanguages({ de, en, fr, nl });
