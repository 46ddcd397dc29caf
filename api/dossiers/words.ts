import de from '../../locales/de/dossiers.json' with { type: 'json' };
import en from '../../locales/en/dossiers.json' with { type: 'json' };
import fr from '../../locales/fr/dossiers.json' with { type: 'json' };
import nl from '../../locales/nl/dossiers.json' with { type: 'json' };
import { combineLanguages, type Labels, type Language } from '../../domain/language.ts';
import type { Term } from '../exports/document.ts';

/** The names of what can be exported, and the words in its columns and cells. */

export const EXPORT_NAMES: Readonly<Record<string, Labels>> = combineLanguages({
  de: de.exportNames,
  en: en.exportNames,
  fr: fr.exportNames,
  nl: nl.exportNames,
});

export const WORDS = combineLanguages({ de: de.words, en: en.words, fr: fr.words, nl: nl.words });

const ALL_WORDS: Readonly<Record<string, Labels>> = WORDS;

/** One of a few values in a cell. */
export const getWord = (term: string, language: Language): Term => ({
  term,
  text: ALL_WORDS[`is_${term}`]?.[language] ?? term,
});

/** Label of a column that no request has. */
export const findColumnLabels = (key: string): Labels | undefined => ALL_WORDS[key];
