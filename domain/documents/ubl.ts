import { refuseUnknownRate } from '../currency/unknown-rate.ts';
import type { PrecedingInvoice, UblDocument, UblLine, UblLineAllowance, VatCategory } from '../e-invoicing/index.ts';
import { computeUblTotals } from '../e-invoicing/index.ts';
import type { VatKind } from '../country-packs/pack.ts';
import type { Labels, Language } from '../language.ts';
import { isNegative, isZero, multiply, round, subtract, ZERO } from '../money.ts';
import { normaliseFrenchEnterpriseNumber } from '../numbers/french-numbers.ts';
import { refuseInvalid, isRefusal, refuse, collectValue, type Problem, type Refusal } from '../refusal.ts';
import { computeDeclaredVat, isIssued } from './build-context.ts';
import { parseDeliveryAddress } from './delivery-address.ts';
import type { DocumentContent } from './document-events.ts';
import { mergePricedGoods, withoutMarginTax } from './margin-goods.ts';
import { isSelfBilled } from './self-billing.ts';
import { isWithoutAccounting, type DocumentKind } from './terms.ts';
import type { UblMentions } from './ubl-mentions.ts';
import { buildMissing, toUblParty, type DocumentParty, type Role } from './ubl-party.ts';
import { buildUblPayment } from './ubl-payment.ts';
import { buildUblTerms } from './ubl-terms.ts';
import { findUnitCode } from './unit-codes.ts';

/** Converts a sale or a self-billed purchase to an electronic invoice. Missing required data is reported. */

export interface DocumentVatCode {
  readonly id: number;
  readonly kind: VatKind;
  readonly rate: string;
  readonly intra_listing: 'L' | 'T' | 'S' | null;
}

export interface DocumentToSend {
  readonly document: DocumentContent;
  /** The supplier, if the company issues the document to itself. */
  readonly seller: DocumentParty;
  readonly buyer: DocumentParty;
  readonly vatCodes: ReadonlyMap<number, DocumentVatCode>;
  /** Account of the seller. */
  readonly bank: { readonly iban: string; readonly bic: string | null } | null;
  /** Language of the customer. */
  readonly language: Language;
  /** Currency of the books. */
  readonly currency: string;
  /** Currency of the VAT returns; absent: the same. */
  readonly taxCurrency?: string;
  /** For a document in a third currency; see `findReturnRate`. */
  readonly returnRate?: string | null;
  /** The Peppol network must know where both parties are reached. True if absent. */
  readonly isForNetwork?: boolean;
  /** The advances that it deducts. */
  readonly advances?: readonly PrecedingInvoice[];
  /** Texts required by law. */
  readonly mentions?: UblMentions;
  /** When the tax becomes due, if it is stated. */
  readonly taxPoint?: UblDocument['taxPoint'];
}

export function toUblDocument(given: DocumentToSend): UblDocument | Refusal {
  const { document, language, isForNetwork = true } = given;
  if (!isIssued(document)) return refuse('ubl_of_sales_only', { field: 'direction' });
  if (isWithoutAccounting(document)) return refuse('ubl_of_offer', { field: 'kind' });
  const problems: Problem[] = [];
  const lines = listUblLines(given);
  const [ofSeller, ofBuyer] = isSelfBilled(document) ? BY_BUYER : BY_SELLER;
  const seller = collectValue(toUblParty(given.seller, ofSeller, isForNetwork), problems);
  const buyer = collectValue(toUblParty(given.buyer, ofBuyer, isForNetwork), problems);
  const needsVat = lines.some(({ category }) => category === 'AE' || category === 'K');
  if (needsVat && given.buyer.vat_number === null) problems.push(buildMissing(`${ofBuyer}.vat_number`));
  const registration = findTaxRegistration(given.seller, lines);
  const taxed = lines.some(({ category }) => category !== 'O');
  if (taxed && given.seller.vat_number === null && registration === null)
    problems.push(buildMissing(`${ofSeller}.vat_number`));
  const tax = convertTax(withoutMarginTax(document, createMarginCheck(given)), given);
  if (isRefusal(tax)) problems.push(...tax.problems);
  if (problems.length > 0 || !seller || !buyer || isRefusal(tax)) return refuseInvalid(problems);
  const { is_credit_note, number, document_date, due_date, notes } = document;
  const terms = buildUblTerms(document, listTreatments(given.vatCodes), language);
  const written: UblDocument = {
    type: is_credit_note ? 'credit_note' : 'invoice',
    typeCode: chooseTypeCode(document),
    precedingInvoices: listPrecedingInvoices(given),
    number: number ?? '',
    issueDate: document_date,
    dueDate: document.paid_on ?? due_date,
    prepaid: document.paid_on === null ? null : document.amount_gross,
    currency: document.currency,
    language,
    taxInAccountingCurrency: tax,
    note: joinNotes([notes, ...(given.mentions?.notes ?? [])]),
    orderReference: document.order_reference,
    period: document.supply_period,
    delivery: buildDelivery(given),
    taxPoint: given.taxPoint ?? null,
    exemptionCodes: given.mentions?.exemptionCodes ?? {},
    seller: { ...seller, taxRegistration: registration },
    buyer,
    lines,
    payment: is_credit_note ? null : buildUblPayment(given),
    ...terms,
    exemptionReasons: { ...terms.exemptionReasons, ...given.mentions?.exemptionReasons },
  };
  const { taxInclusive } = computeUblTotals(written);
  // Tax rounded differently does not match the calculation rules of the network.
  return taxInclusive === document.amount_gross
    ? written
    : refuse('ubl_tax_differs', {
        field: 'vat_amounts',
        params: { total: document.amount_gross, computed: taxInclusive },
      });
}

/** A French seller without a VAT number, who charges no tax, is known by its SIREN. */
function findTaxRegistration(
  { vat_number, enterprise_number, country }: DocumentParty,
  lines: readonly UblLine[],
): string | null {
  const isUntaxed = lines.every(({ category }) => category === 'E' || category === 'O');
  return country === 'FR' && vat_number === null && isUntaxed
    ? normaliseFrenchEnterpriseNumber(enterprise_number ?? '')
    : null;
}

const BY_SELLER: readonly [seller: Role, buyer: Role] = ['company', 'third_party'];
const BY_BUYER: readonly [seller: Role, buyer: Role] = ['third_party', 'company'];

/** UNTDID 1001, where it is not that of any invoice or credit note. */
const TYPE_CODES: Partial<Record<DocumentKind, string>> = { advance: '386', self_billed: '389' };
const SELF_BILLED_CREDIT_NOTE = '261';

const chooseTypeCode = (document: DocumentContent): string | null =>
  isSelfBilled(document) && document.is_credit_note ? SELF_BILLED_CREDIT_NOTE : (TYPE_CODES[document.kind] ?? null);

/** An address that names no country is in that of the buyer. */
function buildDelivery({ document, buyer }: DocumentToSend): UblDocument['delivery'] {
  const { supply_date: date, delivery_address: typed } = document;
  const given = typed === null || typed.trim() === '' ? null : parseDeliveryAddress(typed);
  if (date === null && given === null) return null;
  return { date, country: given?.country ?? buyer.country, address: given?.address ?? null };
}

/** Invoices that a credit note corrects, or advances that a final invoice deducts. */
const listPrecedingInvoices = ({ document, advances = [] }: DocumentToSend): readonly PrecedingInvoice[] => [
  ...document.credits.map(({ number, date }) => ({ number, issueDate: date })),
  ...advances,
];

/** The network allows one note. */
const joinNotes = (notes: readonly (string | null)[]): string | null =>
  notes.filter((note) => note !== null && note.trim() !== '').join('\n') || null;

/** In the currency of the VAT returns, if the document has another currency. */
function convertTax(
  document: DocumentContent,
  { currency: bookCurrency, taxCurrency: currency = bookCurrency, returnRate = null }: DocumentToSend,
): UblDocument['taxInAccountingCurrency'] | Refusal {
  if (document.currency === currency) return null;
  const amount = computeDeclaredVat(document, bookCurrency, currency, returnRate);
  if (amount !== null) return { currency, amount };
  const isBooked = document.currency === bookCurrency || document.exchange_rate !== null;
  const unknown = isBooked ? currency : document.currency;
  return refuseUnknownRate(unknown, document.document_date, 'exchange_rate');
}

const createMarginCheck =
  ({ vatCodes }: DocumentToSend) =>
  (id: number): boolean =>
    vatCodes.get(id)?.kind === 'margin';

/** Goods under the margin scheme are exempt lines at their price, after the others. */
function listUblLines(given: DocumentToSend): readonly UblLine[] {
  const isTaxedByMargin = createMarginCheck(given);
  const others = given.document.lines.filter(({ vat_code_id }) => !isTaxedByMargin(vat_code_id));
  const goods = mergePricedGoods(given.document, isTaxedByMargin);
  return [
    ...others.map((line): UblLine => toUblLine(line, given)),
    ...goods.map(({ description, price }): UblLine => ({
      ...splitDescription(description),
      quantity: '1',
      unit: findUnitCode(undefined),
      unitPrice: price,
      category: 'E',
      rate: ZERO,
      net: price,
    })),
  ];
}

/** The first line is the name. */
function splitDescription(description: string): Pick<UblLine, 'name' | 'description'> {
  const [name = description] = description.split(/\r?\n/);
  return { name, description: name === description ? null : description };
}

function toUblLine(line: DocumentContent['lines'][number], { vatCodes, language }: DocumentToSend): UblLine {
  const { description, quantity, unit_price, amount_net, vat_code_id, unit } = line;
  const code = vatCodes.get(vat_code_id)!;
  return {
    ...splitDescription(description),
    quantity: quantity ?? '1',
    unit: findUnitCode(unit),
    unitPrice: unit_price ?? amount_net,
    ...getTreatment(code),
    allowances: listLineDiscounts(line, language),
    net: amount_net,
  };
}

/** Reason of a discount on a line, without the percentage. */
const DISCOUNT: Labels = { fr: 'Remise', nl: 'Korting', en: 'Discount', de: 'Rabatt' };

function listLineDiscounts(
  { quantity, unit_price, amount_net, discount_percent }: DocumentContent['lines'][number],
  language: Language,
): readonly UblLineAllowance[] {
  if (!discount_percent || quantity === null || unit_price === null) return [];
  const amount = subtract(round(multiply(quantity, unit_price)), amount_net);
  return isNegative(amount) || isZero(amount) ? [] : [{ amount, reason: DISCOUNT[language] }];
}

function getTreatment(code: DocumentVatCode): Pick<UblLine, 'category' | 'rate'> {
  const category = getVatCategory(code);
  return { category, rate: category === 'O' ? null : code.rate };
}

const listTreatments = (
  vatCodes: DocumentToSend['vatCodes'],
): ReadonlyMap<number, Pick<UblLine, 'category' | 'rate'>> =>
  new Map([...vatCodes].map(([id, code]) => [id, getTreatment(code)]));

/** Services to another member state and triangular sales are taxed at the customer; goods are exempt on departure. */
export function getVatCategory({ kind, rate, intra_listing }: Omit<DocumentVatCode, 'id'>): VatCategory {
  switch (kind) {
    case 'reverse_charge':
      return 'AE';
    case 'intracom':
      return intra_listing === 'L' ? 'K' : 'AE';
    case 'export':
      return 'G';
    case 'exempt':
    // The tax of a margin must not be shown.
    case 'margin':
      return 'E';
    case 'outside_scope':
      return 'O';
    default:
      return isZero(rate) ? 'Z' : 'S';
  }
}
