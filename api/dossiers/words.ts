import de from '../../locales/de/dossiers.json' with { type: 'json' };
import en from '../../locales/en/dossiers.json' with { type: 'json' };
import fr from '../../locales/fr/dossiers.json' with { type: 'json' };
import nl from '../../locales/nl/dossiers.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../../domain/language.ts';

/** The names of what can be exported, and the words in its columns and cells. */

export const EXPORT_NAMES: Readonly<Record<string, Labels>> = combineLanguages({
  de: de.exportNames,
  en: en.exportNames,
  fr: fr.exportNames,
  nl: nl.exportNames,
});

export const WORDS = combineLanguages({ de: de.words, en: en.words, fr: fr.words, nl: nl.words });
