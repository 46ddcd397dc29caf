import type { CompanyFile } from '../company-file-state.ts';
import type { DocumentEvent } from '../documents/document-events.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { LetteringFacts } from '../ledger/entry-facts.ts';
import { moveTaxBack, type PaymentTax } from '../ledger/payment-tax.ts';
import { decideReversal, type ReverseEntry } from '../ledger/reversal.ts';
import { isRefusal, type Decision } from '../refusal.ts';
import type { LetteringEvent } from './lettering-events.ts';
import { findVersionConflict } from '../versions.ts';

/** Undoes a lettering: its lines are open again, and a write-off entry is reversed. */
export interface UnletterLines {
  readonly type: 'UnletterLines';
  readonly facts: LetteringFacts;
  readonly baseVersion: number | null;
  /** The reversal of the write-off entry, which also undoes the lettering. Null if there is none. */
  readonly reversal: ReverseEntry | null;
  /** Used if there is no write-off entry. Otherwise the reversal has its own. */
  readonly payment?: PaymentTax;
}

export function decideUnlettering(
  command: UnletterLines,
  file: CompanyFile,
): Decision<LetteringEvent | EntryEvent | DocumentEvent> {
  const { facts, baseVersion, reversal } = command;
  const conflict = findVersionConflict(facts, baseVersion);
  if (conflict) return conflict;
  if (reversal) return decideReversal(reversal, file);
  const { id, version, lines } = facts;
  const undone: LetteringEvent = {
    type: 'LinesUnlettered',
    data: { letterings: [{ id, version: version + 1, lines }] },
  };
  const tax = moveTaxBack([facts], command.payment, facts.tax_moved_on, file);
  if (isRefusal(tax)) return tax;
  return [undone, ...tax];
}
