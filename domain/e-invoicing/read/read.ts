import type { ExtractedSheet, OwnIdentity, ReadDocument, SheetWarning } from '../../document-imports/sheet.ts';
import { currencies } from '../../reference/currencies.ts';
import type { XmlElement } from '../../xml.ts';
import { confidenceIn, warning } from '../warnings.ts';
import { readCii } from './cii.ts';
import { counterpartyOf } from './counterparty.ts';
import { directionOf, plainName } from './direction.ts';
import { isNotToBeBooked, isSelfBilled } from './document-types.ts';
import type { WrittenInvoice } from './invoice.ts';
import { languageOf } from './language.ts';
import { sheetLines } from './lines.ts';
import { askedPayment } from './payment.ts';
import { checkedTotals, isNegativeInvoice, isPaid, sheetTotals, turned } from './totals.ts';
import { readUbl } from './ubl.ts';
import { lineOf, MAX } from './values.ts';

/** By root and namespace: prefixes and file names are the sender's choice. */
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

export function eInvoiceFormat({ name, namespace }: XmlElement): EInvoiceFormat | null {
  return ROOTS.find((root) => root.name === name && root.namespace === namespace)?.format ?? null;
}

/** What a structured invoice says, as seen from the company file. Never throws, whatever the tree. */
export function readEInvoice(
  root: XmlElement,
  own: OwnIdentity,
): ReadDocument | { readonly refused: 'not_an_invoice' } {
  const format = eInvoiceFormat(root);
  if (format === null) return { refused: 'not_an_invoice' };
  const written = format === 'ubl' ? readUbl(root) : readCii(root);
  const isNegative = isNegativeInvoice(written);
  return read(isNegative ? turned(written) : written, isNegative, own);
}

function read(invoice: WrittenInvoice, wasNegative: boolean, own: OwnIdentity): ReadDocument {
  const side = directionOf(invoice, own);
  const language = languageOf(invoice);
  const { lines, isSummary } = sheetLines(invoice, language ?? 'en');
  const payment = askedPayment(invoice);
  // A customer's account is not told by where the money goes to.
  const account = side === 'sale' ? { iban: null, bic: null } : { iban: payment.iban, bic: payment.bic };
  const other = counterpartyOf(side === 'sale' ? invoice.buyer : invoice.seller, account);
  const currency = currencyOf(invoice.currency);
  const warnings: SheetWarning[] = [
    ...other.warnings,
    ...(side === 'both' ? [warning('direction_unclear')] : []),
    ...(side === 'neither' ? [warning('not_addressed_to_company')] : []),
    ...documentWarnings(invoice, wasNegative),
    ...currency.warnings,
    ...checkedTotals(invoice, lines),
    ...(isSummary ? [warning('lines_summarised')] : []),
    ...(side === 'sale' ? [] : [...payeeWarnings(invoice), ...payment.warnings]),
  ];
  const sheet: ExtractedSheet = {
    document_type: invoice.isCreditNote || wasNegative ? 'credit_note' : 'invoice',
    direction: side === 'purchase' || side === 'sale' ? side : null,
    counterparty: other.counterparty,
    number: invoice.number,
    date: invoice.issueDate,
    due_date: invoice.dueDate,
    structured_communication: payment.communication,
    currency: currency.code,
    lines,
    totals: sheetTotals(invoice),
    payment: { iban: payment.iban, bic: payment.bic, paid: isPaid(invoice) },
    nature: isSummary ? null : natureOf(invoice),
    confidence: confidenceIn(warnings),
    language,
  };
  return { sheet, warnings };
}

function documentWarnings(
  { typeCode, isCreditNote, number, issueDate, dueDate }: WrittenInvoice,
  wasNegative: boolean,
): SheetWarning[] {
  return [
    ...(number === null ? [warning('number_missing')] : []),
    ...(issueDate === null ? [warning('date_missing')] : []),
    ...(issueDate !== null && dueDate !== null && dueDate < issueDate ? [warning('due_date_before_date')] : []),
    ...(isNotToBeBooked(typeCode) ? [warning('document_type_unclear')] : []),
    ...(isSelfBilled(typeCode) ? [warning('self_billed')] : []),
    ...(wasNegative ? [warning(isCreditNote ? 'negative_credit_note' : 'negative_invoice')] : []),
  ];
}

/** The books of every country that is served here are kept in it. */
const BOOK_CURRENCY = 'EUR';
const CURRENCY_CODES: ReadonlySet<string> = new Set(currencies.map(({ code }) => code));

function currencyOf(written: string | null): { readonly code: string; readonly warnings: readonly SheetWarning[] } {
  const code = written?.trim().toUpperCase() ?? '';
  if (!CURRENCY_CODES.has(code))
    return { code: BOOK_CURRENCY, warnings: [warning('currency_unclear', { currency: BOOK_CURRENCY })] };
  return { code, warnings: code === BOOK_CURRENCY ? [] : [warning('currency_foreign', { currency: code })] };
}

/** A factor, or somebody who would like to be one. */
function payeeWarnings({ payee, seller }: WrittenInvoice): SheetWarning[] {
  if (payee === null) return [];
  const isSeller = [seller.name, seller.tradingName].some(
    (name) => name !== null && plainName(name) === plainName(payee),
  );
  return isSeller ? [] : [warning('payee_differs', { name: payee })];
}

const FEW_LINES = 3;

function natureOf({ lines }: WrittenInvoice): string | null {
  const said = lines.map(({ description }) => description).filter((description) => description !== null);
  return lineOf([...new Set(said)].slice(0, FEW_LINES).join('; '), MAX.name);
}
