import { LANGUAGES, type Language } from '../support/words.ts';

/** The language that the reader has chosen in the console. It is kept in the browser, also before and after a session. */
const KEY = 'grandlivre-console-language';

export function readChosenLanguage(): Language | null {
  try {
    const kept = localStorage.getItem(KEY);
    return LANGUAGES.find((one) => one === kept) ?? null;
  } catch {
    return null;
  }
}

/** A browser that stores nothing keeps it until the page is closed. */
export function keepChosenLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // The page itself remembers it.
  }
}
