import de from '../../locales/de/third-parties-statement.json' with { type: 'json' };
import en from '../../locales/en/third-parties-statement.json' with { type: 'json' };
import fr from '../../locales/fr/third-parties-statement.json' with { type: 'json' };
import nl from '../../locales/nl/third-parties-statement.json' with { type: 'json' };
import { combineLanguages, type Language } from '../../domain/language.ts';

/** Labels of a statement of account. */
const LABELS = combineLanguages({ de, en, fr, nl });

export type StatementWord = keyof typeof LABELS;

/** Returns the labels of a statement in one language; placeholders in braces are filled in. */
export function createStatementLabels(
  language: Language,
): (word: StatementWord, values?: Readonly<Record<string, string>>) => string {
  return (word, values = {}) => LABELS[word][language].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
