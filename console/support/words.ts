import de from '../../locales/de/console.json' with { type: 'json' };
import en from '../../locales/en/console.json' with { type: 'json' };
import fr from '../../locales/fr/console.json' with { type: 'json' };
import nl from '../../locales/nl/console.json' with { type: 'json' };
import { combineLanguages, LANGUAGES, type Language } from '../../domain/language.ts';

/** Texts of the console in the four languages. */

export { LANGUAGES, type Language };

const WORDS = combineLanguages({ de, en, fr, nl });

export type Word = keyof typeof WORDS;
export type Say = (word: Word, values?: Values) => string;

export const isWord = (text: string): text is Word => Object.hasOwn(WORDS, text);

type Values = Readonly<Record<string, string | number>>;

/** Speaks the words of a part of the desk, which are loaded with it. */
export const createSayOf =
  <Key extends string>(words: Readonly<Record<Key, Readonly<Record<Language, string>>>>) =>
  (language: Language) =>
  (word: Key, values: Values = {}): string =>
    words[word][language].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

export const createSay: (language: Language) => Say = createSayOf(WORDS);

/** Picks the first supported language of those that the reader prefers. */
export function pickLanguage(asked: readonly string[]): Language {
  for (const one of asked) {
    const [short] = one.toLowerCase().split(/[-_.]/);
    const known = LANGUAGES.find((language) => language === short);
    if (known) return known;
  }
  return 'en';
}
