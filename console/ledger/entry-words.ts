import de from '../../locales/de/console-entries.json' with { type: 'json' };
import en from '../../locales/en/console-entries.json' with { type: 'json' };
import fr from '../../locales/fr/console-entries.json' with { type: 'json' };
import nl from '../../locales/nl/console-entries.json' with { type: 'json' };
import { combineLanguages, type Labels, type Language } from '../../domain/language.ts';

/** Origins and statuses of entries, in the four languages. */
const WORDS: Readonly<Record<string, Labels>> = combineLanguages({ de, en, fr, nl });

export const translateEntryWord = (name: string, language: Language): string => WORDS[name]?.[language] ?? name;
