import { MAX_DOCUMENT_LINES } from './limits.ts';
import { resolveAllocation, toKeptShares, fromKeptShares, type RequestedShare } from '../analytics/allocation.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { addDays, type PlainDate } from '../dates.ts';
import { resolveInvoiceLines, type InvoiceLine, type ResolvedLine } from '../ledger/invoice-lines.ts';
import { computeTaxes, type GivenTax } from '../ledger/taxes.ts';
import type { Taxed } from '../ledger/vat.ts';
import {
  absolute,
  add,
  isNegative,
  isZero,
  MAX_AMOUNT,
  multiply,
  round,
  subtract,
  sum,
  type SignedAmount,
} from '../money.ts';
import { isCreditorReference } from '../numbers/creditor-reference.ts';
import { normaliseStructuredCommunication } from '../numbers/structured-communication.ts';
import { findLiveRecord } from '../records/state.ts';
import { collectValue, NO_PROBLEMS, type Checked, type Problem } from '../refusal.ts';
import { thirdParties, type ThirdParty } from '../third-parties/third-party.ts';
import type { DocumentContent, DocumentLine, DocumentTax } from './document-events.ts';
import { resolveRates } from './document-rates.ts';
import { getAdvanceAccountNumber } from './advances.ts';
import { completeDiscount, computeTaxBases } from './discount.ts';
import { findSeriesProblems } from './numbering.ts';
import { resolveTerms, type PaymentDiscount, type RequestedTerms } from './terms.ts';

/** Builds the content of a document from entered or extracted data: validated, completed and totalled like its entry. */

export interface RequestedDocument extends RequestedTerms {
  readonly direction: 'purchase' | 'sale';
  readonly is_credit_note: boolean;
  readonly number: string | null;
  readonly document_date: PlainDate;
  /** Null: by the payment days of the third party. */
  readonly due_date: PlainDate | null;
  /** Null: the currency of the company file. */
  readonly currency: string | null;
  /** Units of the currency for one unit of the currency of the file. */
  readonly exchange_rate: string | null;
  /** In any notation. */
  readonly structured_communication: string | null;
  readonly third_party_id: number;
  readonly lines: readonly RequestedDocumentLine[];
  /** Tax of a code as stated on the document, if it differs from the computed tax. */
  readonly vat_amounts: readonly GivenTax[];
  readonly notes: string | null;
}

/** A missing account or VAT code is taken from the third party, as for an invoice posted directly. */
export interface RequestedDocumentLine extends Pick<
  InvoiceLine,
  'account' | 'account_id' | 'vat_code' | 'vat_code_id'
> {
  readonly description: string;
  readonly quantity: string | null;
  readonly unit_price: string | null;
  /** Absent or null: none. */
  readonly unit?: string | null;
  /** Per cent of the quantity times the price; absent or null: none. */
  readonly discount_percent?: string | null;
  /** Null: quantity times price, less the discount. */
  readonly amount_net: SignedAmount | null;
  /** Analytic shares; absent, null or empty: the defaults apply on booking. */
  readonly analytics?: readonly RequestedShare[] | null;
  /** Line of the invoice that it credits. */
  readonly credited_line_id?: number;
  /** Advance that it deducts. */
  readonly deducted_document_id?: number;
}

export const getBookCurrency = ({ identity }: CompanyFile): string => identity.currency;

/** The document, or null if it has problems. `lineIds` has one id per line. */
export function buildContent(
  requested: RequestedDocument,
  lineIds: readonly number[],
  file: CompanyFile,
): Checked<DocumentContent | null> {
  const { direction, number, document_date, notes, is_credit_note, third_party_id } = requested;
  const thirdParty = findLiveRecord(file.records, thirdParties, third_party_id);
  const problems = [...findThirdPartyProblems(thirdParty, direction)];
  const due_date = requested.due_date ?? computeDueDate(document_date, thirdParty);
  if (due_date !== null && due_date < document_date)
    problems.push({ code: 'due_date_before_document_date', field: 'due_date' });
  const terms = collectValue(resolveTerms(requested), problems);
  problems.push(...findSeriesProblems({ ...terms, direction, is_credit_note, document_date }, file));
  const structured_communication = collectValue(resolveCommunication(requested.structured_communication), problems);
  const currency = requested.currency ?? getBookCurrency(file);
  const rates = collectValue(resolveRates(requested, currency, file), problems);
  const nets = requested.lines.map((line, index) => collectValue(computeNet(line, index), problems));
  const discount = collectValue(completeDiscount(terms.discount, sum(nets), document_date), problems);
  const amounts = collectValue(computeAmounts({ ...requested, discount, nets }, lineIds, thirdParty, file), problems);
  if (problems.length > 0 || !amounts) return { value: null, problems };
  const content = {
    direction,
    is_credit_note,
    number,
    document_date,
    due_date,
    currency,
    structured_communication,
    third_party_id,
    ...amounts,
    notes,
    ...terms,
    ...rates,
    discount,
  };
  return { value: content, problems };
}

function findThirdPartyProblems(
  thirdParty: ThirdParty | undefined,
  direction: 'purchase' | 'sale',
): readonly Problem[] {
  const buildProblems = (code: string): readonly Problem[] => [{ code, field: 'third_party_id' }];
  if (!thirdParty) return buildProblems('third_party_unknown');
  if (!thirdParty.data.is_active) return buildProblems('third_party_inactive');
  const isRight = thirdParty.data.type === (direction === 'sale' ? 'customer' : 'supplier');
  return isRight ? [] : buildProblems('third_party_not_of_direction');
}

function computeDueDate(date: PlainDate, thirdParty: ThirdParty | undefined): PlainDate | null {
  const days = thirdParty?.data.payment_days;
  return typeof days === 'number' ? addDays(date, days) : null;
}

/** Belgian twelve digits or an ISO 11649 reference, without punctuation. */
export function normaliseCommunication(text: string): string | null {
  const compact = text.replaceAll(/\s/g, '').toUpperCase();
  return normaliseStructuredCommunication(text) ?? (isCreditorReference(compact) ? compact : null);
}

function resolveCommunication(text: string | null): Checked<string | null> {
  const communication = text === null ? null : normaliseCommunication(text);
  const isInvalid = text !== null && communication === null;
  return {
    value: communication,
    problems: isInvalid ? [{ code: 'payment_reference_invalid', field: 'structured_communication' }] : NO_PROBLEMS,
  };
}

type Amounts = Pick<DocumentContent, 'lines' | 'vat' | 'amount_net' | 'amount_vat' | 'amount_gross'>;

interface PricedDocument extends RequestedDocument {
  readonly discount: PaymentDiscount | null;
  /** Of each line. */
  readonly nets: readonly SignedAmount[];
}

function computeAmounts(
  { direction, is_credit_note, document_date, lines: requested, vat_amounts, kind, discount, nets }: PricedDocument,
  lineIds: readonly number[],
  thirdParty: ThirdParty | undefined,
  file: CompanyFile,
): Checked<Amounts | null> {
  const problems: Problem[] = [];
  if (requested.length === 0) problems.push({ code: 'document_without_lines', field: 'lines' });
  if (requested.length > MAX_DOCUMENT_LINES)
    problems.push({ code: 'document_too_many_lines', field: 'lines', params: { max: MAX_DOCUMENT_LINES } });
  // The lines of an advance go to the account of advances, whatever account they name.
  const isAdvance = kind === 'advance' && direction === 'sale';
  const advances = isAdvance ? { account: getAdvanceAccountNumber(file), account_id: null } : null;
  const invoiceLines = requested.map((line, index): InvoiceLine => {
    const { vat_code, vat_code_id, description: label } = line;
    const { account, account_id } = advances ?? line;
    return { account, account_id, vat_code, vat_code_id, amount: nets[index]!, label };
  });
  const allotted = requested.map(({ analytics }, index) =>
    collectValue(
      resolveAllocation(
        analytics ?? [],
        { at: `lines.${index}.analytics`, whole: nets[index]!, date: document_date },
        file,
      ),
      problems,
    ),
  );
  const resolved = collectValue(resolveInvoiceLines(invoiceLines, thirdParty, direction, file), problems);
  if (problems.length > 0 || !resolved) return { value: null, problems };
  const taxed = filterNonZero(withTaxBases(resolved, discount, file));
  const taxes = collectValue(computeTaxes(taxed, vat_amounts, document_date, file), problems);
  if (!taxes) return { value: null, problems };
  const amount_net = sum(nets);
  const amount_vat = sum(taxes.map(({ charged }) => charged));
  const amount_gross = add(amount_net, amount_vat);
  if (filterNonZero(resolved).length === 0) problems.push({ code: 'document_is_zero', field: 'lines' });
  const usual = is_credit_note ? 'credit_note' : 'invoice';
  const params = { total: amount_gross, country: file.identity.country_pack };
  if (isNegative(amount_gross)) problems.push({ code: `${usual}_negative`, field: 'lines', params });
  if ([amount_net, amount_vat, amount_gross].some((amount) => absolute(amount).length > MAX_AMOUNT.length))
    problems.push({ code: 'amount_too_large', field: 'lines', params: { max: MAX_AMOUNT } });
  if (problems.length > 0) return { value: null, problems };
  const lines = requested.map((line, index): DocumentLine => {
    const { description, quantity, unit_price, unit, discount_percent, credited_line_id, deducted_document_id } = line;
    const { accountId, rule } = resolved[index]!;
    const named = { account_id: accountId!, vat_code_id: rule.id };
    const analytics = toKeptShares(allotted[index]!);
    return {
      id: lineIds[index]!,
      description,
      quantity,
      unit_price,
      amount_net: nets[index]!,
      ...named,
      ...(analytics.length > 0 && { analytics }),
      ...(unit && { unit }),
      ...(discount_percent && { discount_percent }),
      ...(credited_line_id !== undefined && { credited_line_id }),
      ...(deducted_document_id !== undefined && { deducted_document_id }),
    };
  });
  return { value: { lines, vat: taxes.map(toDocumentTax), amount_net, amount_vat, amount_gross }, problems };
}

function computeNet(line: RequestedDocumentLine, index: number): Checked<SignedAmount> {
  const field = `lines.${index}.amount_net`;
  const net = line.amount_net ?? multiplyLine(line);
  if (net === null) return { value: '0.00', problems: [{ code: 'required', field }] };
  const isTooLarge = absolute(net).length > MAX_AMOUNT.length;
  return {
    value: net,
    problems: isTooLarge ? [{ code: 'amount_too_large', field, params: { max: MAX_AMOUNT } }] : NO_PROBLEMS,
  };
}

function multiplyLine({ quantity, unit_price, discount_percent }: RequestedDocumentLine): SignedAmount | null {
  if (quantity === null || unit_price === null) return null;
  const whole = multiply(quantity, unit_price);
  return round(discount_percent ? multiply(whole, subtract('1', multiply(discount_percent, '0.01'))) : whole);
}

function withTaxBases(
  lines: readonly ResolvedLine[],
  discount: PaymentDiscount | null,
  file: CompanyFile,
): readonly ResolvedLine[] {
  const bases = computeTaxBases(
    lines.map(({ amount, rule }) => ({ amount, kind: rule.kind })),
    discount,
    file,
  );
  return lines.map((line, index) => ({ ...line, base: bases[index]! }));
}

/** Lines with a zero amount are not taxed. */
const filterNonZero = (lines: readonly ResolvedLine[]): readonly ResolvedLine[] =>
  lines.filter(({ amount }) => !isZero(amount));

const toDocumentTax = ({ rule, base, tax, charged }: Taxed): DocumentTax => ({
  vat_code_id: rule.id,
  base,
  tax,
  charged,
});

/** The document in the form of a request, as a basis for changes. */
export function toRequestedDocument(content: DocumentContent): RequestedDocument {
  const { lines, vat, amount_net: _net, amount_vat: _vat, amount_gross: _gross, ...head } = content;
  return {
    ...head,
    lines: lines.map(({ id: _id, analytics, ...line }) => ({
      ...line,
      account: null,
      vat_code: null,
      ...(analytics && { analytics: fromKeptShares(analytics) }),
    })),
    vat_amounts: toGivenTaxes(vat),
  };
}

/** Tax as stated on the document, instead of the computed tax. */
export const toGivenTaxes = (vat: readonly DocumentTax[]): readonly GivenTax[] =>
  vat.map(({ vat_code_id, tax }) => ({ vat_code: null, vat_code_id, amount: tax }));
