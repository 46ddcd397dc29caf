import type { ExtractedSheet, OwnIdentity, ReadDocument, SheetWarning } from '../../document-imports/sheet.ts';
import { currencies } from '../../reference/currencies.ts';
import type { XmlElement } from '../../xml.ts';
import { computeWarningConfidence, buildWarning } from '../warnings.ts';
import { readCii } from './cii.ts';
import { readCounterparty } from './counterparty.ts';
import { determineDirection, toPlainName } from './direction.ts';
import { readEarlyPayment } from './early-payment.ts';
import { isNotBookable, isSelfBilled } from './document-types.ts';
import type { WrittenInvoice } from './invoice.ts';
import { detectLanguage } from './language.ts';
import { buildSheetLines } from './lines.ts';
import { readAskedPayment } from './payment.ts';
import { checkTotals, isNegativeInvoice, isPaid, buildSheetTotals, reverseSigns } from './totals.ts';
import { readUbl } from './ubl.ts';
import { toSingleLine, MAX } from './values.ts';

/** More references than any credit note has. */
const MAX_CREDITS = 100;

/** By root and namespace: prefixes and file names are chosen by the sender. */
const ROOTS: readonly { readonly name: string; readonly namespace: string; readonly format: EInvoiceFormat }[] = [
  { name: 'Invoice', namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2', format: 'ubl' },
  { name: 'CreditNote', namespace: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2', format: 'ubl' },
  {
    name: 'CrossIndustryInvoice',
    namespace: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    format: 'cii',
  },
  { name: 'CrossIndustryDocument', namespace: 'urn:ferd:CrossIndustryDocument:invoice:1p0', format: 'zugferd1' },
];

export type EInvoiceFormat = 'ubl' | 'cii' | 'zugferd1';

export function detectEInvoiceFormat({ name, namespace }: XmlElement): EInvoiceFormat | null {
  return ROOTS.find((root) => root.name === name && root.namespace === namespace)?.format ?? null;
}

/** Content of a structured invoice, as seen from the company file. Never throws. */
export function readEInvoice(
  root: XmlElement,
  own: OwnIdentity,
): ReadDocument | { readonly refused: 'not_an_invoice' } {
  const format = detectEInvoiceFormat(root);
  if (format === null) return { refused: 'not_an_invoice' };
  const written = format === 'ubl' ? readUbl(root) : readCii(root);
  const isNegative = isNegativeInvoice(written);
  return buildReadDocument(isNegative ? reverseSigns(written) : written, isNegative, own);
}

function buildReadDocument(written: WrittenInvoice, wasNegative: boolean, own: OwnIdentity): ReadDocument {
  const { invoice, discount } = readEarlyPayment(written, own);
  const side = determineDirection(invoice, own);
  const language = detectLanguage(invoice);
  const { lines, isSummary } = buildSheetLines(invoice, language ?? 'en');
  const payment = readAskedPayment(invoice);
  // The payment account is not the customer's account.
  const account = side === 'sale' ? { iban: null, bic: null } : { iban: payment.iban, bic: payment.bic };
  const other = readCounterparty(side === 'sale' ? invoice.buyer : invoice.seller, account);
  const currency = resolveCurrency(invoice.currency);
  const warnings: SheetWarning[] = [
    ...other.warnings,
    ...(side === 'both' ? [buildWarning('direction_unclear')] : []),
    ...(side === 'neither' ? [buildWarning('not_addressed_to_company')] : []),
    ...findDocumentWarnings(invoice, wasNegative),
    ...currency.warnings,
    ...checkTotals(invoice, lines),
    ...(isSummary ? [buildWarning('lines_summarised')] : []),
    ...(side === 'sale' ? [] : [...findPayeeWarnings(invoice), ...payment.warnings]),
  ];
  const isCreditNote = invoice.isCreditNote || wasNegative;
  const sheet: ExtractedSheet = {
    document_type: isCreditNote ? 'credit_note' : 'invoice',
    direction: side === 'purchase' || side === 'sale' ? side : null,
    counterparty: other.counterparty,
    number: invoice.number,
    date: invoice.issueDate,
    due_date: invoice.dueDate,
    structured_communication: payment.communication,
    currency: currency.code,
    lines,
    totals: buildSheetTotals(invoice),
    payment: { iban: payment.iban, bic: payment.bic, paid: isPaid(invoice) },
    nature: isSummary ? null : describeNature(invoice),
    confidence: computeWarningConfidence(warnings),
    language,
    ...(isCreditNote && invoice.precedingInvoices.length > 0 && { credits: listCredits(invoice) }),
    ...(discount && { discount }),
  };
  return { sheet, warnings };
}

/** Invoices that a credit note corrects, each once. */
const listCredits = ({ precedingInvoices }: WrittenInvoice): ExtractedSheet['credits'] =>
  [...new Map(precedingInvoices.map((one) => [one.number, one])).values()].slice(0, MAX_CREDITS);

function findDocumentWarnings(
  { typeCode, isCreditNote, number, issueDate, dueDate }: WrittenInvoice,
  wasNegative: boolean,
): SheetWarning[] {
  return [
    ...(number === null ? [buildWarning('number_missing')] : []),
    ...(issueDate === null ? [buildWarning('date_missing')] : []),
    ...(issueDate !== null && dueDate !== null && dueDate < issueDate ? [buildWarning('due_date_before_date')] : []),
    ...(isNotBookable(typeCode) ? [buildWarning('document_type_unclear')] : []),
    ...(isSelfBilled(typeCode) ? [buildWarning('self_billed')] : []),
    ...(wasNegative ? [buildWarning(isCreditNote ? 'negative_credit_note' : 'negative_invoice')] : []),
  ];
}

/** Book currency in all supported countries. */
const BOOK_CURRENCY = 'EUR';
const CURRENCY_CODES: ReadonlySet<string> = new Set(currencies.map(({ code }) => code));

function resolveCurrency(written: string | null): {
  readonly code: string;
  readonly warnings: readonly SheetWarning[];
} {
  const code = written?.trim().toUpperCase() ?? '';
  if (!CURRENCY_CODES.has(code))
    return { code: BOOK_CURRENCY, warnings: [buildWarning('currency_unclear', { currency: BOOK_CURRENCY })] };
  return { code, warnings: code === BOOK_CURRENCY ? [] : [buildWarning('currency_foreign', { currency: code })] };
}

/** A factoring company, or a possible fraud. */
function findPayeeWarnings({ payee, seller }: WrittenInvoice): SheetWarning[] {
  if (payee === null) return [];
  const isSeller = [seller.name, seller.tradingName].some(
    (name) => name !== null && toPlainName(name) === toPlainName(payee),
  );
  return isSeller ? [] : [buildWarning('payee_differs', { name: payee })];
}

const FEW_LINES = 3;

function describeNature({ lines }: WrittenInvoice): string | null {
  const said = lines.map(({ description }) => description).filter((description) => description !== null);
  return toSingleLine([...new Set(said)].slice(0, FEW_LINES).join('; '), MAX.name);
}
