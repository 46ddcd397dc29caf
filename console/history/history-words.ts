import de from '../../locales/de/desk-history.json' with { type: 'json' };
import en from '../../locales/en/desk-history.json' with { type: 'json' };
import fr from '../../locales/fr/desk-history.json' with { type: 'json' };
import nl from '../../locales/nl/desk-history.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { createSayOf } from '../support/words.ts';

/** Texts of the history in the four languages. */
export const sayIn = createSayOf(combineLanguages({ de, en, fr, nl }));

/** Collections of the API whose changes can be shown apart. */
export const KINDS = [
  'entries',
  'documents',
  'document-imports',
  'entry-attachments',
  'bank-transactions',
  'coda-files',
  'lettering',
  'vat-declarations',
  'third-parties',
  'accounts',
  'journals',
  'vat-codes',
  'analytic-codes',
  'bank-rules',
  'recurring-entries',
  'fixed-assets',
  'budgets',
  'fiscal-years',
  'companies',
] as const;
export type Kind = (typeof KINDS)[number];

export const isKind = (text: string): text is Kind => (KINDS as readonly string[]).includes(text);
