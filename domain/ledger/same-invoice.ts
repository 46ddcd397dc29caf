import type { PlainDate } from '../dates.ts';
import type { Amount } from '../money.ts';
import type { Problem } from '../refusal.ts';
import type { EntryOrigin, PostedEntry } from './entry-events.ts';

/** Detects a document posted twice: same third party, same reference, and the same date or the same amount. */

/** A posted document with the same third party and reference. */
export interface SameReference {
  readonly id: number;
  /** Display name, such as `ACH-2026-00012`. */
  readonly called: string;
  readonly origin: EntryOrigin;
  readonly entry_date: PlainDate;
  readonly total: Amount;
}

/** Ignores case and surrounding spaces. */
export const normaliseReference = (reference: string): string => reference.trim().toLowerCase();

/** An invoice and its credit note may share a reference, because their origins differ. */
export const isSameDocument = (
  entry: Pick<PostedEntry, 'origin' | 'entry_date' | 'total'>,
  other: Omit<SameReference, 'called'>,
): boolean => entry.origin === other.origin && (entry.entry_date === other.entry_date || entry.total === other.total);

export const buildSameDocumentProblem = ({ called }: Pick<SameReference, 'called'>): Problem => ({
  code: 'invoice_already_posted',
  field: 'reference',
  params: { entry: called },
});
