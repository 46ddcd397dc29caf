import type { CompanyFile } from '../company-file-state.ts';
import type { RequestedDocument } from '../documents/content.ts';
import { isTaxedOnReducedPrice } from '../documents/discount.ts';
import type { DocumentEvent } from '../documents/document-events.ts';
import { issueMentions } from '../documents/issuing.ts';
import { recordDocument } from '../documents/recording.ts';
import { findRoutedJournal } from '../documents/booking.ts';
import { giveNumber, type TakenNumber } from '../documents/numbering.ts';
import type { RelatedDocuments } from '../documents/references.ts';
import { completeTerms } from '../documents/terms.ts';
import type { Labels } from '../language.ts';
import type { PostedEntry } from '../ledger/entry-events.ts';
import { sum, type Amount } from '../money.ts';
import { isRefusal, refuse, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { evolveDocuments } from '../documents/state.ts';
import { allotDiscounts, listTakenDiscounts, type DiscountedSale, type TakenDiscount } from './taken-discounts.ts';

/**
 * The document that corrects a sale whose discount for early payment was taken, where the tax was charged on the full
 * price: a credit note for the discount. The entry of the payment books it.
 */
export interface DiscountCorrections {
  /** Booked sales with a discount, among the documents of the entries that are paid. */
  readonly sales: readonly DiscountedSale[];
  /** Credit notes of these sales whose payment was undone: they are booked again with their number. */
  readonly waiting: readonly WaitingCorrection[];
  /** One per sale, and the ids of their lines. */
  readonly documentIds: readonly number[];
  readonly lineIds: readonly number[];
  readonly takenNumbers: readonly TakenNumber[];
  /** The sales, and the documents that name them. */
  readonly related: RelatedDocuments;
}

export interface WaitingCorrection {
  readonly id: number;
  readonly version: number;
  readonly amount_gross: Amount;
  /** The sale that it corrects. */
  readonly sale_id: number;
}

const LABELS: Labels = {
  fr: 'Escompte accordé sur la facture {number}',
  nl: 'Toegestane korting op factuur {number}',
  en: 'Discount granted on invoice {number}',
  de: 'Gewährter Skonto auf Rechnung {number}',
};

/** What the payment of discounted sales corrects, and what it cannot. */
export interface PlannedCorrections {
  readonly events: readonly DocumentEvent[];
  readonly warnings: readonly Problem[];
}

const NOTHING: PlannedCorrections = { events: [], warnings: [] };

/** Nothing if the entry takes no discount off a sale, or the tax was computed on the reduced price. */
export function planDiscountCorrections(
  entry: PostedEntry,
  paidEntryIds: ReadonlySet<number>,
  corrections: DiscountCorrections | undefined,
  file: CompanyFile,
): PlannedCorrections | Refusal {
  if (!corrections || isTaxedOnReducedPrice(file)) return NOTHING;
  const paid = corrections.sales.filter(({ last_entry_id }) => paidEntryIds.has(last_entry_id));
  const taken = listTakenDiscounts(entry, file);
  if (paid.length === 0 || taken.length === 0) return NOTHING;
  // The credit note would have a currency and rates of its own: it is written by hand, and the payment without discount.
  if (entry.lines.some(({ currency }) => currency !== undefined)) return refuse('discount_in_currency');
  const shares = allotDiscounts(taken, paid, entry.entry_date, file);
  const numbers = paid.map(({ number }) => number ?? '').join(', ');
  if (!shares) return { events: [], warnings: [{ code: 'discount_not_attributed', params: { numbers } }] };
  const events: DocumentEvent[] = [];
  const warnings: Problem[] = [];
  let known = file;
  for (const { sale, taken: own } of shares) {
    const made = correctSale({ ...corrections, entry, sale, taken: own, ...takeIds(sale, corrections) }, known);
    if (isRefusal(made)) return made;
    if (made.length === 0) warnings.push({ code: 'discount_without_number', params: { number: sale.number ?? '' } });
    events.push(...made);
    known = { ...known, documents: made.reduce(evolveDocuments, known.documents) };
  }
  return { events, warnings };
}

/** The events of the corrections alone. */
export function buildDiscountCorrection(...given: Parameters<typeof planDiscountCorrections>): Decision<DocumentEvent> {
  const planned = planDiscountCorrections(...given);
  return isRefusal(planned) ? planned : planned.events;
}

function takeIds(sale: DiscountedSale, { sales, documentIds, lineIds }: DiscountCorrections) {
  const place = sales.indexOf(sale);
  const first = sales.slice(0, place).reduce((count, { vat }) => count + vat.length, 0);
  return { id: documentIds[place]!, lineIds: lineIds.slice(first, first + sale.vat.length) };
}

interface Correction extends Pick<DiscountCorrections, 'takenNumbers' | 'related' | 'waiting'> {
  readonly entry: PostedEntry;
  readonly sale: DiscountedSale;
  readonly taken: readonly TakenDiscount[];
  readonly id: number;
  readonly lineIds: readonly number[];
}

/** The credit note of an earlier payment that was undone, or a new one. Nothing if none can be issued. */
function correctSale(correction: Correction, file: CompanyFile): Decision<DocumentEvent> {
  const { entry, sale, taken, waiting } = correction;
  const total = sum(taken.flatMap(({ net, tax }) => [net, tax]));
  const again = waiting.find(({ sale_id, amount_gross }) => sale_id === sale.id && amount_gross === total);
  if (!again) return issueCorrection(correction, file);
  const data = { id: again.id, version: again.version + 1, entry_id: entry.id, third_party_id: sale.third_party_id };
  return [{ type: 'DocumentBooked', data }];
}

function issueCorrection(correction: Correction, file: CompanyFile): Decision<DocumentEvent> {
  const { entry, sale, id, lineIds, takenNumbers, related } = correction;
  const dated = findNumber(buildCreditNote(correction, entry.entry_date, file), takenNumbers, file);
  // A payment is not refused for want of a number.
  if (!dated) return [];
  const { document, given } = dated;
  const recorded = recordDocument(
    { documentId: id, lineIds, document, origin: 'manual', source: 'manual', sameDocuments: [], related },
    file,
  );
  if (isRefusal(recorded)) return recorded;
  const event = recorded.find((one) => one.type === 'DocumentRecorded')!;
  const issued = issueMentions({ ...completeTerms(event.data), number: given.number }, false, file);
  if (isRefusal(issued)) return issued;
  const { third_party_id } = sale;
  const { document_date } = document;
  return [
    event,
    {
      type: 'DocumentBooked',
      data: { id, version: 2, entry_id: entry.id, third_party_id, ...given, document_date, ...issued },
    },
  ];
}

function buildCreditNote({ sale, taken }: Correction, date: string, file: CompanyFile): RequestedDocument {
  const description = LABELS[file.identity.locale].replace('{number}', sale.number ?? '');
  return {
    direction: 'sale',
    is_credit_note: true,
    kind: 'credit_note',
    number: null,
    document_date: date,
    due_date: date,
    currency: null,
    exchange_rate: null,
    structured_communication: null,
    third_party_id: sale.third_party_id,
    lines: taken.map(({ account_id, vat_code_id, net }) => ({
      description,
      quantity: null,
      unit_price: null,
      amount_net: net,
      account: null,
      account_id,
      vat_code: null,
      vat_code_id,
    })),
    vat_amounts: taken.map(({ vat_code_id, tax }) => ({ vat_code: null, vat_code_id, amount: tax })),
    notes: null,
    credits: [{ document_id: sale.id, number: sale.number, date: sale.document_date }],
  };
}

/** On the day of the payment, or on that of the last number of the series, since numbers follow the dates. */
function findNumber(document: RequestedDocument, takenNumbers: readonly TakenNumber[], file: CompanyFile) {
  const routed = { ...document, amount_gross: '0.00' };
  const journalId = findRoutedJournal(routed, file)?.id ?? null;
  const ask = (document_date: string) =>
    giveNumber(
      { direction: 'sale', kind: 'credit_note', is_credit_note: true, number_series_id: null, document_date },
      journalId,
      takenNumbers,
      file,
    );
  const first = ask(document.document_date);
  const later = first.problems.find(({ code }) => code === 'number_out_of_order')?.params?.['date'];
  const date = typeof later === 'string' ? later : document.document_date;
  const given = first.value ?? ask(date).value;
  return given && { document: { ...document, document_date: date, due_date: date }, given };
}
