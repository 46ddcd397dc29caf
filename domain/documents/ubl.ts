import type { UblDocument, UblLine, UblParty, UblPayment, VatCategory } from '../e-invoicing/index.ts';
import { ublTotals } from '../e-invoicing/index.ts';
import type { VatKind } from '../country-packs/pack.ts';
import type { Language } from '../language.ts';
import { isZero, multiply, round } from '../money.ts';
import { peppolCandidates } from '../numbers/peppol-candidates.ts';
import { invalid, isRefusal, refuse, type Problem, type Refusal } from '../refusal.ts';
import type { DocumentContent } from './document-events.ts';

/** A document that was sold, as it goes into the Peppol network. What the network asks for and nobody has said is told. */

/** The company itself, or its customer, as their records have them. */
export interface DocumentParty {
  readonly name: string;
  readonly vat_number: string | null;
  readonly enterprise_number: string | null;
  readonly peppol_identifier: string | null;
  readonly address: string | null;
  readonly street: string | null;
  readonly house_number: string | null;
  readonly box: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface DocumentVatCode {
  readonly id: number;
  readonly kind: VatKind;
  readonly rate: string;
  readonly intra_listing: 'L' | 'T' | 'S' | null;
}

export interface DocumentToSend {
  readonly document: DocumentContent;
  readonly seller: DocumentParty;
  readonly buyer: DocumentParty;
  readonly vatCodes: ReadonlyMap<number, DocumentVatCode>;
  /** The account that the customer pays to. */
  readonly bank: { readonly iban: string; readonly bic: string | null } | null;
  /** Of the customer. */
  readonly language: Language;
  /** In which the company keeps its books. */
  readonly currency: string;
}

export function ublOf(given: DocumentToSend): UblDocument | Refusal {
  const { document, language, currency } = given;
  if (document.direction !== 'sale') return refuse('ubl_of_sales_only', { field: 'direction' });
  const problems: Problem[] = [];
  const lines = document.lines.map((line): UblLine => lineOf(line, given.vatCodes));
  const seller = partyOf(given.seller, 'company', problems);
  const buyer = partyOf(given.buyer, 'third_party', problems);
  // The tax in a margin may not be shown, and the rules of the network know no other way to charge it.
  if (document.lines.some(({ vat_code_id }) => given.vatCodes.get(vat_code_id)?.kind === 'margin'))
    problems.push({ code: 'ubl_of_margin', field: 'lines' });
  const needsVat = lines.some(({ category }) => category === 'AE' || category === 'K');
  if (needsVat && given.buyer.vat_number === null) problems.push(missing('third_party.vat_number'));
  const taxed = lines.some(({ category }) => category !== 'O');
  if (taxed && given.seller.vat_number === null) problems.push(missing('company.vat_number'));
  const tax = taxOf(document, currency);
  if (isRefusal(tax)) problems.push(...tax.problems);
  if (problems.length > 0 || !seller || !buyer || isRefusal(tax)) return invalid(problems);
  const { is_credit_note, number, document_date, due_date, notes } = document;
  const written: UblDocument = {
    type: is_credit_note ? 'credit_note' : 'invoice',
    number: number ?? '',
    issueDate: document_date,
    dueDate: due_date,
    currency: document.currency,
    language,
    taxInAccountingCurrency: tax,
    note: notes,
    ...{ seller, buyer, lines },
    payment: is_credit_note ? null : paymentOf(given),
  };
  const { taxInclusive } = ublTotals(written);
  // Tax that somebody has rounded otherwise is not what the rules of the network compute.
  return taxInclusive === document.amount_gross
    ? written
    : refuse('ubl_tax_differs', {
        field: 'vat_amounts',
        params: { total: document.amount_gross, computed: taxInclusive },
      });
}

const missing = (field: string): Problem => ({ code: 'ubl_needs', field });

/** In the currency of the books, where the document has another. */
function taxOf(document: DocumentContent, currency: string): UblDocument['taxInAccountingCurrency'] | Refusal {
  if (document.currency === currency) return null;
  const { exchange_rate, amount_vat } = document;
  if (exchange_rate === null)
    return refuse('exchange_rate_required', { field: 'exchange_rate', params: { currency: document.currency } });
  return { currency, amount: round(multiply(amount_vat, exchange_rate)) };
}

function lineOf(
  { description, quantity, unit_price, amount_net, vat_code_id }: DocumentContent['lines'][number],
  vatCodes: DocumentToSend['vatCodes'],
): UblLine {
  const code = vatCodes.get(vat_code_id)!;
  const category = categoryOf(code);
  const [name = description] = description.split(/\r?\n/);
  return {
    name,
    description: name === description ? null : description,
    quantity: quantity ?? '1',
    unit: 'C62',
    unitPrice: unit_price ?? amount_net,
    category,
    rate: category === 'O' ? null : code.rate,
    net: amount_net,
  };
}

/** Services in another member state, and what passes through it, are taxed at the customer; goods are exempt as they leave. */
function categoryOf({ kind, rate, intra_listing }: DocumentVatCode): VatCategory {
  switch (kind) {
    case 'reverse_charge':
      return 'AE';
    case 'intracom':
      return intra_listing === 'L' ? 'K' : 'AE';
    case 'export':
      return 'G';
    case 'exempt':
      return 'E';
    case 'outside_scope':
      return 'O';
    default:
      return isZero(rate) ? 'Z' : 'S';
  }
}

function partyOf(party: DocumentParty, prefix: 'company' | 'third_party', problems: Problem[]): UblParty | null {
  const { name, vat_number: vatNumber, enterprise_number, country, email, phone } = party;
  const identifier = party.peppol_identifier ?? peppolCandidates(country, enterprise_number, vatNumber)[0];
  if (identifier === undefined)
    problems.push(missing(prefix === 'company' ? 'company.enterprise_number' : 'third_party.peppol_identifier'));
  if (country === null) problems.push(missing(`${prefix}.country`));
  if (identifier === undefined || country === null) return null;
  const [scheme = '', id = ''] = identifier.split(/:(.*)/s);
  const street = [party.street, party.house_number, party.box && `/ ${party.box}`].filter(Boolean).join(' ');
  return {
    name,
    endpoint: { scheme, id },
    vatNumber,
    enterpriseNumber: enterprise_number === null ? null : { scheme: REGISTERS[country] ?? null, id: enterprise_number },
    address: {
      street: street || (party.address?.split(/\r?\n/)[0] ?? null),
      postalCode: party.postal_code,
      city: party.city,
      country,
    },
    contact: email === null && phone === null ? null : { name, phone, email },
  };
}

/** Codes of the registers of enterprises (ISO 6523), as far as the rules of the network know them. */
const REGISTERS: Readonly<Record<string, string>> = { BE: '0208', FR: '0002' };

function paymentOf({ document, bank }: DocumentToSend): UblPayment | null {
  if (!bank) return null;
  return {
    // Within SEPA; a foreign currency is transferred otherwise.
    means: document.currency === 'EUR' ? '58' : '30',
    iban: bank.iban,
    bic: bank.bic,
    reference: document.structured_communication ?? document.number,
  };
}
