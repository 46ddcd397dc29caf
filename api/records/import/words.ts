import de from '../../../locales/de/import-workbooks.json' with { type: 'json' };
import en from '../../../locales/en/import-workbooks.json' with { type: 'json' };
import fr from '../../../locales/fr/import-workbooks.json' with { type: 'json' };
import nl from '../../../locales/nl/import-workbooks.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../../../domain/language.ts';

/** Texts of workbooks for imports: headings, explanations and names of values. */
export const SHEET_WORDS = combineLanguages({ de: de.words, en: en.words, fr: fr.words, nl: nl.words });
export const SHEET_TITLES = combineLanguages({ de: de.titles, en: en.titles, fr: fr.titles, nl: nl.titles });
export const KIND_HELP = combineLanguages({ de: de.kinds, en: en.kinds, fr: fr.kinds, nl: nl.kinds });
export const COLUMN_HELP = combineLanguages({ de: de.help, en: en.help, fr: fr.help, nl: nl.help });
/** What people call the values of the API. */
export const VALUE_NAMES: Readonly<Record<string, Labels>> = combineLanguages({
  de: de.values,
  en: en.values,
  fr: fr.values,
  nl: nl.values,
});

export type SheetTitle = keyof typeof SHEET_TITLES;
export type HelpKey = keyof typeof COLUMN_HELP;
