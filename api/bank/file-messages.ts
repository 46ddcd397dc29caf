import de from '../../locales/de/bank-files.json' with { type: 'json' };
import en from '../../locales/en/bank-files.json' with { type: 'json' };
import fr from '../../locales/fr/bank-files.json' with { type: 'json' };
import nl from '../../locales/nl/bank-files.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** What can be wrong with a file of a bank. Mistakes in text files name the line. */
export const messages = combineLanguages({ de, en, fr, nl });
