import de from '../../locales/de/book-migrations.json' with { type: 'json' };
import en from '../../locales/en/book-migrations.json' with { type: 'json' };
import fr from '../../locales/fr/book-migrations.json' with { type: 'json' };
import nl from '../../locales/nl/book-migrations.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Books of another program: whether they may come, and what was done. */
export const messages = combineLanguages({ de, en, fr, nl });
