import type { PlainDate } from '../dates.ts';
import type { Amount } from '../money.ts';
import type { Problem } from '../refusal.ts';
import type { EntryOrigin, PostedEntry } from './entry-events.ts';

/** The same document posted twice: one third party, one reference, and the same date or the same amount. */

/** A document that stands in the books under the same third party and reference. */
export interface SameReference {
  readonly id: number;
  /** What it is called: `ACH-2026-00012`. */
  readonly called: string;
  readonly origin: EntryOrigin;
  readonly entry_date: PlainDate;
  readonly total: Amount;
}

/** Capitals and spaces around it make no other reference. */
export const comparedReference = (reference: string): string => reference.trim().toLowerCase();

/** An invoice and its credit note may well have one reference between them: they are of different kinds. */
export const isSameDocument = (
  entry: Pick<PostedEntry, 'origin' | 'entry_date' | 'total'>,
  other: Omit<SameReference, 'called'>,
): boolean => entry.origin === other.origin && (entry.entry_date === other.entry_date || entry.total === other.total);

export const sameDocumentProblem = ({ called }: Pick<SameReference, 'called'>): Problem => ({
  code: 'invoice_already_posted',
  field: 'reference',
  params: { entry: called },
});
