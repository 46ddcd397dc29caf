import de from '../../locales/de/ledger.json' with { type: 'json' };
import en from '../../locales/en/ledger.json' with { type: 'json' };
import fr from '../../locales/fr/ledger.json' with { type: 'json' };
import nl from '../../locales/nl/ledger.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Entries; invoices and credit notes with their VAT; entries posted in batches. */
export const messages = combineLanguages({ de, en, fr, nl });
