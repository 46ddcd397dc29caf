import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { add, compare, divide, isNegative, isZero, multiply, ZERO, type SignedAmount } from '../money.ts';
import { isRefusal, refuse, refuseInvalid, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { findVersionConflict } from '../versions.ts';
import { toGivenTaxes, toRequestedDocument, type RequestedDocument, type RequestedDocumentLine } from './content.ts';
import type { DocumentFacts } from './facts.ts';
import type { RelatedDocuments } from './references.ts';
import { recordDocument, type DocumentToRecord, type RecordingEvent } from './recording.ts';
import { isTaxedOnReducedPrice } from './discount.ts';
import { computeLeft, findExcess, refuseDeducted } from './credit-limits.ts';
import { isOwnDocument } from './numbering.ts';
import { isWithoutAccounting, type PaymentDiscount } from './terms.ts';
import type { LeftToCredit } from './what-is-left.ts';

/** Makes a credit note from an issued invoice: what is left of it, or some of its lines. */
export interface CreditDocument extends Omit<DocumentToRecord, 'document' | 'related' | 'newThirdParty'> {
  readonly type: 'CreditDocument';
  readonly facts: DocumentFacts;
  /** The invoice, and the documents that name it. */
  readonly related: RelatedDocuments;
  readonly credit: RequestedCreditNote;
  /** True: refused above what is left of the invoice. */
  readonly strict: boolean;
  readonly baseVersion: number | null;
}

export interface RequestedCreditNote {
  /** Null: what is left of the invoice. */
  readonly lines: readonly CreditedLine[] | null;
  readonly date: PlainDate;
  readonly reason: string;
  /** Null: given when it is issued. */
  readonly number: string | null;
}

/** A line of the invoice; without quantity and amount, what is left of it. */
export interface CreditedLine {
  readonly line_id: number;
  readonly quantity: string | null;
  /** Without VAT. */
  readonly amount: SignedAmount | null;
}

export function decideCredit(command: CreditDocument, file: CompanyFile): Decision<RecordingEvent> {
  const { facts, related, credit, strict, baseVersion } = command;
  const refusal = findVersionConflict(facts, baseVersion) ?? findCreditRefusal(facts, credit);
  if (refusal) return refusal;
  const left = computeLeft(facts, related);
  const document = buildCreditNote(facts, left, credit, file);
  if (isRefusal(document))
    return document.code === 'nothing_left_to_credit' ? (refuseDeducted(facts, related) ?? document) : document;
  const recorded = recordDocument({ ...command, document }, file);
  if (isRefusal(recorded) || !strict) return recorded;
  const content = recorded.find((event) => event.type === 'DocumentRecorded')!.data;
  const excess = findExcess(content, left);
  return excess ? refuse('credit_exceeds_invoice', { field: 'lines', params: { ...excess } }) : recorded;
}

function findCreditRefusal(facts: DocumentFacts, { date }: RequestedCreditNote): Refusal | null {
  if (!isOwnDocument(facts) || facts.is_credit_note || isWithoutAccounting(facts))
    return refuse('not_creditable', { field: 'kind' });
  if (!facts.is_booked) return refuse('document_not_issued', { field: 'status' });
  return date < facts.document_date ? refuse('credit_before_invoice', { field: 'date' }) : null;
}

function buildCreditNote(
  facts: DocumentFacts,
  left: LeftToCredit,
  { lines: asked, date, reason, number }: RequestedCreditNote,
  file: CompanyFile,
): RequestedDocument | Refusal {
  const problems: Problem[] = [];
  const known = new Map(facts.lines.map((line, index) => [line.id, index]));
  const { lines: all, ...head } = toRequestedDocument(facts);
  const wanted = asked ?? facts.lines.map(({ id }) => ({ line_id: id, quantity: null, amount: null }));
  const named = new Set<number>();
  const lines = wanted.flatMap(({ line_id: id, quantity, amount }, index): readonly RequestedDocumentLine[] => {
    const place = known.get(id);
    if (place === undefined) problems.push({ code: 'document_line_unknown', field: `lines.${index}.line_id` });
    if (named.has(id)) problems.push({ code: 'line_repeated', field: `lines.${index}.line_id` });
    named.add(id);
    if (place === undefined) return [];
    const line = { ...all[place]!, credited_line_id: id };
    const { unit_price, discount_percent } = line;
    if (amount !== null) return [withAmount(line, amount)];
    if (quantity !== null) {
      if (unit_price === null) problems.push({ code: 'credit_line_without_price', field: `lines.${index}.quantity` });
      return [{ ...withAmount(line, ZERO), quantity, unit_price, discount_percent, amount_net: null }];
    }
    return toRest(line, left.lines.get(id) ?? ZERO);
  });
  if (problems.length > 0) return refuseInvalid(problems);
  if (lines.length === 0) return refuse('nothing_left_to_credit', { field: asked ? 'lines' : 'id' });
  return {
    ...head,
    kind: facts.kind === 'self_billed' ? facts.kind : 'credit_note',
    is_credit_note: true,
    number,
    number_series_id: null,
    document_date: date,
    due_date: null,
    structured_communication: null,
    credits: [{ document_id: facts.id, number: facts.number, date: facts.document_date }],
    deducts: [],
    discount: isTaxedOnReducedPrice(file) ? toDiscountOn(date, facts) : null,
    payment_terms_text: null,
    paid_on: null,
    paid_by: null,
    lines,
    vat_amounts: buildRestOfTaxes(facts, lines, left),
    notes: reason,
  };
}

/** A discount that reduced the tax of the invoice reduces that of the credit note too. */
function toDiscountOn(date: PlainDate, { discount, amount_net }: DocumentFacts): PaymentDiscount | null {
  if (!discount || isZero(amount_net)) return null;
  const percent = discount.percent ?? divide(multiply(discount.amount ?? ZERO, '100'), amount_net, 8);
  return { percent, days: null, amount: null, until: date };
}

/** A line in full keeps its quantity and price; what is left of another is one amount. */
function toRest(line: RequestedDocumentLine, rest: SignedAmount): readonly RequestedDocumentLine[] {
  if (isZero(rest) || (line.amount_net !== null && isNegative(rest) !== isNegative(line.amount_net))) return [];
  if (line.amount_net !== null && compare(rest, line.amount_net) === 0) return [line];
  return [withAmount(line, rest)];
}

/** Analytic shares in per cent stay, amounts do not. */
const withAmount = (line: RequestedDocumentLine, amount_net: SignedAmount): RequestedDocumentLine => ({
  ...line,
  quantity: null,
  unit_price: null,
  discount_percent: null,
  amount_net,
  analytics: line.analytics?.every((one) => one.amount === null) ? line.analytics : null,
});

/** The last credit note of a VAT code takes the rest of its tax, so that no cent remains. */
function buildRestOfTaxes(
  facts: DocumentFacts,
  lines: readonly RequestedDocumentLine[],
  left: LeftToCredit,
): RequestedDocument['vat_amounts'] {
  const sumByCode = (amounts: readonly (readonly [number, SignedAmount])[]): Map<number, SignedAmount> => {
    const sums = new Map<number, SignedAmount>();
    for (const [code, amount] of amounts) sums.set(code, add(sums.get(code) ?? ZERO, amount));
    return sums;
  };
  const rest = sumByCode(facts.lines.map(({ id, vat_code_id }) => [vat_code_id, left.lines.get(id) ?? ZERO]));
  const credited = sumByCode(lines.map(({ vat_code_id, amount_net }) => [vat_code_id!, amount_net ?? ZERO]));
  const taxes = facts.vat.flatMap((tax) => {
    const amount = left.taxes.get(tax.vat_code_id);
    const isWhole = credited.get(tax.vat_code_id) === rest.get(tax.vat_code_id);
    return amount !== undefined && isWhole ? [{ ...tax, tax: amount }] : [];
  });
  return toGivenTaxes(taxes);
}
