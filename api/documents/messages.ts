import de from '../../locales/de/documents.json' with { type: 'json' };
import en from '../../locales/en/documents.json' with { type: 'json' };
import fr from '../../locales/fr/documents.json' with { type: 'json' };
import nl from '../../locales/nl/documents.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Invoices and credit notes before and after they are booked. */
export const messages = combineLanguages({ de, en, fr, nl });
