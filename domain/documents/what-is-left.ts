import {
  absolute,
  add,
  compare,
  divide,
  isNegative,
  isZero,
  min,
  multiply,
  negate,
  round,
  subtract,
  ZERO,
  type SignedAmount,
} from '../money.ts';
import type { DocumentContent } from './document-events.ts';

/** What credit notes and final invoices have left of an invoice. Amounts are as printed, without sign of the document. */

/** A document that others may correct or deduct. */
export type NamedDocument = Pick<DocumentContent, 'lines' | 'vat' | 'amount_gross'> & { readonly id: number };

/** A document that names others. Trashed ones do not count. */
export interface FollowingDocument extends Pick<
  DocumentContent,
  'is_credit_note' | 'credits' | 'lines' | 'vat' | 'amount_gross'
> {
  readonly id: number;
  /** Null: not booked. */
  readonly entry_id: number | null;
}

export interface LeftToCredit {
  readonly gross: SignedAmount;
  /** Without VAT, by id of the line. */
  readonly lines: ReadonlyMap<number, SignedAmount>;
  /** By id of the VAT code. */
  readonly taxes: ReadonlyMap<number, SignedAmount>;
}

/** `grosses`: totals of the documents that the credit notes name, by id. */
export function computeLeftToCredit(
  invoice: NamedDocument,
  followers: readonly FollowingDocument[],
  grosses: ReadonlyMap<number, SignedAmount>,
): LeftToCredit {
  const lines = new Map(invoice.lines.map(({ id, amount_net }) => [id, amount_net]));
  const taxes = new Map(invoice.vat.map(({ vat_code_id, tax }) => [vat_code_id, tax]));
  let gross = invoice.amount_gross;
  for (const note of followers) {
    if (!note.is_credit_note || !note.credits.some(({ document_id }) => document_id === invoice.id)) continue;
    const counted = computeCountedGross(note, invoice, grosses);
    const toPart = (amount: SignedAmount): SignedAmount => takePart(amount, counted, note.amount_gross);
    gross = subtract(gross, counted);
    for (const { vat_code_id, tax } of note.vat)
      taxes.set(vat_code_id, subtract(taxes.get(vat_code_id) ?? ZERO, toPart(tax)));
    for (const { credited_line_id, amount_net, vat_code_id } of note.lines) {
      const before = credited_line_id === undefined ? undefined : lines.get(credited_line_id);
      if (before !== undefined) lines.set(credited_line_id!, subtract(before, amount_net));
      else if (credited_line_id === undefined) takeFromLines(lines, invoice, vat_code_id, toPart(amount_net));
    }
  }
  return { gross, lines, taxes };
}

/** A credit note of several invoices counts for them in the order in which it names them. */
function computeCountedGross(
  { credits, amount_gross }: FollowingDocument,
  { id }: NamedDocument,
  grosses: ReadonlyMap<number, SignedAmount>,
): SignedAmount {
  let rest = amount_gross;
  for (const [index, { document_id }] of credits.entries()) {
    const isLast = index === credits.length - 1;
    const counted = isLast ? rest : min(rest, document_id === null ? ZERO : (grosses.get(document_id) ?? ZERO));
    if (document_id === id) return counted;
    rest = subtract(rest, counted);
  }
  return ZERO;
}

function takePart(amount: SignedAmount, part: SignedAmount, whole: SignedAmount): SignedAmount {
  if (part === whole) return amount;
  return isZero(whole) ? ZERO : round(divide(multiply(amount, part), whole, 8));
}

/** A credit note that was typed in says only the VAT code: the first lines with this code are used first. */
function takeFromLines(
  lines: Map<number, SignedAmount>,
  invoice: NamedDocument,
  vatCodeId: number,
  amount: SignedAmount,
): void {
  let rest = amount;
  for (const { id, vat_code_id } of invoice.lines) {
    const left = lines.get(id)!;
    if (vat_code_id !== vatCodeId || isZero(left) || isNegative(left) !== isNegative(rest)) continue;
    const size = min(absolute(left), absolute(rest));
    const taken = isNegative(rest) ? negate(size) : size;
    lines.set(id, subtract(left, taken));
    rest = subtract(rest, taken);
  }
}

/** What final invoices deduct of an advance without VAT, by VAT code, less what their credit notes have given back. */
export function computeDeducted(
  advanceId: number,
  followers: readonly Pick<FollowingDocument, 'is_credit_note' | 'lines'>[],
): ReadonlyMap<number, SignedAmount> {
  const deducted = new Map<number, SignedAmount>();
  for (const { is_credit_note, lines } of followers)
    for (const { deducted_document_id, vat_code_id, amount_net } of lines)
      // Negative on a final invoice.
      if (deducted_document_id === advanceId)
        deducted.set(
          vat_code_id,
          add(deducted.get(vat_code_id) ?? ZERO, is_credit_note ? amount_net : negate(amount_net)),
        );
  return new Map([...deducted].filter(([, amount]) => !isZero(amount)));
}

/** The same of an advance: what final invoices deduct cannot be credited. */
export function computeLeftOfAdvance(
  advance: NamedDocument,
  followers: readonly FollowingDocument[],
  grosses: ReadonlyMap<number, SignedAmount>,
): LeftToCredit {
  const { gross, lines: all, taxes } = computeLeftToCredit(advance, followers, grosses);
  const deducted = computeDeducted(advance.id, followers);
  const lines = new Map(all);
  for (const [code, amount] of deducted) takeFromLines(lines, advance, code, amount);
  return { gross, lines, taxes: new Map([...taxes].filter(([code]) => !deducted.has(code))) };
}

/** What is left of an advance without VAT, by VAT code: credit notes and final invoices have used the rest. */
export function computeLeftToDeduct(
  advance: NamedDocument,
  followers: readonly FollowingDocument[],
  grosses: ReadonlyMap<number, SignedAmount>,
): ReadonlyMap<number, SignedAmount> {
  const { lines } = computeLeftToCredit(advance, followers, grosses);
  const left = new Map<number, SignedAmount>();
  const addTo = (code: number, amount: SignedAmount): void => void left.set(code, add(left.get(code) ?? ZERO, amount));
  for (const { id, vat_code_id } of advance.lines) addTo(vat_code_id, lines.get(id)!);
  for (const [code, amount] of computeDeducted(advance.id, followers)) addTo(code, negate(amount));
  return left;
}

export const isAbove = (amount: SignedAmount, limit: SignedAmount): boolean => compare(amount, limit) > 0;
