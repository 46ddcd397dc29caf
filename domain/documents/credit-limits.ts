import { isNegative, sum, ZERO, type SignedAmount } from '../money.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { DocumentContent } from './document-events.ts';
import type { DocumentFacts } from './facts.ts';
import { listGrosses, type RelatedDocuments } from './references.ts';
import {
  computeDeducted,
  computeLeftOfAdvance,
  computeLeftToDeduct,
  isAbove,
  type LeftToCredit,
} from './what-is-left.ts';

/** How much of an invoice a credit note may take. */

export const computeLeft = (facts: DocumentFacts, related: RelatedDocuments): LeftToCredit =>
  computeLeftOfAdvance(facts, related.followers, listGrosses(related));

/** Null if no final invoice deducts the document. */
export const refuseDeducted = ({ id }: DocumentFacts, { followers }: RelatedDocuments): Refusal | null =>
  computeDeducted(id, followers).size > 0 ? refuse('advance_deducted', { field: 'credits' }) : null;

type CreditNote = Pick<DocumentContent, 'amount_gross' | 'lines' | 'credits'> & { readonly id: number };

/** A credit note of an advance takes only what no final invoice deducts. */
export function findDeductedAdvance({ id, lines, credits }: CreditNote, all: RelatedDocuments): Refusal | null {
  const related = { ...all, followers: all.followers.filter((other) => other.id !== id) };
  for (const { document_id } of credits) {
    const advance = related.documents.get(document_id ?? 0);
    if (!advance || computeDeducted(advance.id, related.followers).size === 0) continue;
    const left = computeLeftToDeduct(advance, related.followers, listGrosses(related));
    const isTooMuch = (code: number, rest: SignedAmount): boolean =>
      isAbove(sum(lines.filter((line) => line.vat_code_id === code).map(({ amount_net }) => amount_net)), rest);
    // The shares of several invoices are not known: then only one that is deducted in full is refused.
    const isRefused =
      credits.length === 1
        ? [...left].some(([code, rest]) => isTooMuch(code, rest))
        : [...left.values()].every((rest) => !isAbove(rest, ZERO));
    if (isRefused) return refuseDeducted(advance, related);
  }
  return null;
}

/** How far a credit note is above what was left of all its invoices before it. Null if it is not, or one is unknown. */
export function findCreditExcess(note: CreditNote, all: RelatedDocuments): Excess | null {
  const related = { ...all, followers: all.followers.filter(({ id }) => id !== note.id) };
  const invoices = note.credits.map(({ document_id }) => related.documents.get(document_id ?? 0));
  const lefts = invoices.flatMap((invoice) => (invoice ? [computeLeft(invoice, related)] : []));
  if (lefts.length === 0 || lefts.length < note.credits.length) return null;
  return findExcess(note, {
    gross: sum(lefts.map(({ gross }) => (isNegative(gross) ? ZERO : gross))),
    lines: new Map(lefts.flatMap(({ lines }) => [...lines])),
    taxes: new Map(),
  });
}

export interface Excess {
  readonly total: SignedAmount;
  readonly left: SignedAmount;
}

/** How far a credit note is above what was left of the invoice before it. Null if it is not. */
export function findExcess(
  { amount_gross, lines }: Pick<DocumentContent, 'amount_gross' | 'lines'>,
  left: LeftToCredit,
): Excess | null {
  const isLineAbove = lines.some(({ credited_line_id, amount_net }) => {
    // A credit note that was typed in need not name lines.
    if (credited_line_id === undefined) return false;
    const rest = left.lines.get(credited_line_id) ?? ZERO;
    return isNegative(amount_net) ? isAbove(rest, amount_net) : isAbove(amount_net, rest);
  });
  const rest = isNegative(left.gross) ? ZERO : left.gross;
  return isLineAbove || isAbove(amount_gross, rest) ? { total: amount_gross, left: rest } : null;
}
