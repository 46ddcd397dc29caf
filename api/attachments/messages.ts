import de from '../../locales/de/attachments.json' with { type: 'json' };
import en from '../../locales/en/attachments.json' with { type: 'json' };
import fr from '../../locales/fr/attachments.json' with { type: 'json' };
import nl from '../../locales/nl/attachments.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Files that prove an entry. */
export const messages = combineLanguages({ de, en, fr, nl });
