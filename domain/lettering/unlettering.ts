import type { CompanyFile } from '../company-file-state.ts';
import type { DocumentEvent } from '../documents/document-events.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { LetteringFacts } from '../ledger/entry-facts.ts';
import { taxMovedBack, type PaymentTax } from '../ledger/payment-tax.ts';
import { decideReversal, type ReverseEntry } from '../ledger/reversal.ts';
import { conflict } from '../records/records.ts';
import { isRefusal, type Decision } from '../refusal.ts';
import type { LetteringEvent } from './lettering-events.ts';

/** A lettering is undone: its lines are open again, and an entry that took a difference is taken back. */
export interface UnletterLines {
  readonly type: 'UnletterLines';
  readonly facts: LetteringFacts;
  readonly baseVersion: number | null;
  /** How the entry that took a difference is reversed, which undoes the lettering with it; null without one. */
  readonly reversal: ReverseEntry | null;
  /** Where there is no such entry; else it is that of the reversal. */
  readonly payment?: PaymentTax;
}

export function decideUnlettering(
  command: UnletterLines,
  file: CompanyFile,
): Decision<LetteringEvent | EntryEvent | DocumentEvent> {
  const { facts, baseVersion, reversal } = command;
  if (baseVersion !== null && baseVersion !== facts.version) return conflict(facts.version);
  if (reversal) return decideReversal(reversal, file);
  const { id, version, lines } = facts;
  const undone: LetteringEvent = {
    type: 'LinesUnlettered',
    data: { letterings: [{ id, version: version + 1, lines }] },
  };
  const tax = taxMovedBack([facts], command.payment, facts.tax_moved_on, file);
  if (isRefusal(tax)) return tax;
  return [undone, ...tax];
}
