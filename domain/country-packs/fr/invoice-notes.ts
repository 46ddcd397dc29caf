import { readTable, readWords } from '../../data-table.ts';
import notes from './data/invoice-notes.json' with { type: 'json' };

/** A note that every French electronic invoice has (BR-FR-05), and the mentions that it repeats. */
export interface FrenchInvoiceNote {
  readonly subject: string;
  readonly mentions: ReadonlySet<string>;
  /** For documents that were issued without these mentions: the terms of the law (C. com. L441-10, D441-5). */
  readonly text: string;
}

export const FRENCH_INVOICE_NOTES: readonly FrenchInvoiceNote[] = readTable(notes, [
  'subject',
  'mentions',
  'text',
] as const).map(({ subject, mentions, text }) => ({ subject, mentions: new Set(readWords(mentions)), text }));
