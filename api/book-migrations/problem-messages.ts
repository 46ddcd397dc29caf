import de from '../../locales/de/book-migrations-problems.json' with { type: 'json' };
import en from '../../locales/en/book-migrations-problems.json' with { type: 'json' };
import fr from '../../locales/fr/book-migrations-problems.json' with { type: 'json' };
import nl from '../../locales/nl/book-migrations-problems.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** What does not fit of the books of another program, and what to know about what does. */
export const messages = combineLanguages({ de, en, fr, nl });
