import de from '../../locales/de/journals.json' with { type: 'json' };
import en from '../../locales/en/journals.json' with { type: 'json' };
import fr from '../../locales/fr/journals.json' with { type: 'json' };
import nl from '../../locales/nl/journals.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Journals, their routing rules, and why a rule takes a document or not. */
export const messages = combineLanguages({ de, en, fr, nl });
