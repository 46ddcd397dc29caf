import { toSearchable } from '../../text.ts';
import type { ExtractedSheet, ReadDocument, SheetWarning } from '../sheet.ts';
import { crossCheckSheet } from './checks.ts';
import { computeClarity, computeConfidence, computeLegibility, type FieldEvidence } from './confidence.ts';
import { extractContact } from './contact.ts';
import type { ExtractionContext } from './context.ts';
import { detectCurrency, type FoundCurrency } from './currency.ts';
import { findDocumentDates, findDocumentNumber } from './fields.ts';
import { findCommunication } from './identifiers.ts';
import { CREDIT_NOTE, INVOICE, LANGUAGE_WORDS, NOT_PAID, OTHER_DOCUMENTS, PAID } from './labels.ts';
import { buildLayout, type Layout } from './layout.ts';
import { getCountry, findParties, type Parties } from './parties.ts';
import { extractLines, buildLinesFromBreakdown } from './table.ts';
import { findTaxInEuros } from './tax-in-euros.ts';
import { extractTotals } from './totals.ts';
import type { PageOfWords } from './words.ts';

export { crossCheckSheet, isReliable, RELIABLE, WARNINGS_TO_CHECK } from './checks.ts';
export type { ExtractionContext, KnownThirdParty, ThirdPartyKeys } from './context.ts';
export type { FieldEvidence } from './confidence.ts';
export { locateFields } from './field-places.ts';
export { collectThirdPartyKeys } from './keys.ts';
export type { PageOfWords, Word } from './words.ts';

export interface ExtractedDocument extends ReadDocument {
  /** Id of a known third party, if it is the counterparty. */
  readonly thirdPartyId: number | null;
  /** How well its parts were found. */
  readonly evidence: FieldEvidence;
}

/** A point to check, by code. */
const buildWarning = (code: string, params: NonNullable<SheetWarning['params']>): SheetWarning => ({ code, params });

/** Below this, recognised words are guesses. */
const LEGIBLE = 0.75;
const DOUBTFUL = 0.5;

/** Extracts the content of a document from the words on its pages. */
export function extractSheet(pages: readonly PageOfWords[], context: ExtractionContext): ExtractedDocument {
  const layout = buildLayout(pages);
  const text = layout.rows.map((row) => row.text).join('\n');
  const plain = toSearchable(text);
  const parties = findParties(layout, context);
  const number = findDocumentNumber(layout);
  const { date, due } = findDocumentDates(layout, context.today);
  const totals = extractTotals(layout);
  const country = getCountry(parties.vatNumber) ?? parties.known?.country ?? null;
  const seat = parties.direction === 'sale' ? context.own.country : (country ?? parties.iban?.slice(0, 2) ?? null);
  const currency = detectCurrency(text, seat);
  const taxInEuros = findTaxInEuros(text, currency.code);
  const communication = findCommunication(text);
  const { lines } = extractLines(layout, totals);
  const nature = lines[0]?.description ?? null;
  const legible = computeLegibility(pages);
  const contact = extractContact(layout, parties, context.own, country);
  const party = parties.evidence * contact.agreement;
  const confidence = computeConfidence(
    {
      number: number ? number.evidence * computeClarity(number.cell, number.text) : 0,
      date: date ? date.evidence * computeClarity(date.cell, date.text) : 0,
      party,
      totals: totals.evidence,
    },
    legible,
  );
  const evidence: FieldEvidence = {
    number: number?.evidence ?? 0,
    date: date?.evidence ?? 0,
    due: due?.evidence ?? 0,
    party,
    totals: totals.evidence,
  };
  const sheet: ExtractedSheet = {
    document_type: detectType(layout, plain, totals.isNegative),
    direction: parties.direction,
    counterparty: {
      name: contact.name,
      vat_number: parties.vatNumber,
      enterprise_number: parties.enterpriseNumber,
      address: contact.address,
      postal_code: contact.postalCode,
      city: contact.city,
      country: contact.country,
      email: contact.email,
      phone: contact.phone,
      iban: parties.iban,
      bic: contact.bic,
    },
    number: number?.value ?? null,
    date: date?.value ?? null,
    due_date: due?.value ?? null,
    structured_communication: communication?.isValid ? communication.value : null,
    currency: currency.code,
    lines: lines.length > 0 ? [...lines] : buildLinesFromBreakdown(totals, nature ?? contact.name ?? ''),
    totals: {
      net: totals.net,
      vat: totals.vat,
      gross: totals.gross,
      prepaid: totals.prepaid,
      vat_breakdown: totals.breakdown.map(({ rate, base, amount }) => ({ rate, category: null, base, amount })),
      ...(taxInEuros !== null && { vat_base_currency: taxInEuros }),
    },
    payment: { iban: parties.iban, bic: contact.bic, paid: PAID.test(plain) && !NOT_PAID.test(plain) },
    nature,
    confidence,
    language: detectLanguage(plain),
  };
  const warnings: SheetWarning[] = [
    ...crossCheckSheet(sheet, context.today),
    ...(totals.isContradicted ? [{ code: 'totals_mismatch' }] : []),
    ...findPartyWarnings(parties),
    ...(isOtherDocument(layout, plain) ? [{ code: 'document_type_unclear' }] : []),
    ...findCurrencyWarnings(currency, seat),
    ...(communication && !communication.isValid ? [{ code: 'structured_communication_invalid' }] : []),
    ...(legible < LEGIBLE ? [{ code: 'poor_scan' }] : []),
    ...findSkippedPages(pages, context),
    ...(Number(confidence) < DOUBTFUL ? [{ code: 'low_confidence' }] : []),
  ];
  return { sheet, warnings, thirdPartyId: parties.known?.id ?? null, evidence };
}

/** Countries that use the euro: a document from there may leave it out. */
const EURO_COUNTRIES = new Set('AT BE BG CY DE EE EL ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK'.split(' '));

/** An assumed currency is only pointed out if the sender is in a country that uses it. */
function findCurrencyWarnings({ code, isClear, isFound }: FoundCurrency, seat: string | null): SheetWarning[] {
  if (isFound) return isClear ? [] : [buildWarning('currency_unclear', { currency: code })];
  const isLikely = seat !== null && EURO_COUNTRIES.has(seat);
  return [buildWarning(isLikely ? 'currency_missing' : 'currency_unclear', { currency: code })];
}

function findPartyWarnings({ known, iban, isOwnNamed, invalidIban, vatNumber, direction }: Parties): SheetWarning[] {
  const isNewAccount =
    direction === 'purchase' &&
    known !== null &&
    iban !== null &&
    known.ibans.length > 0 &&
    !known.ibans.includes(iban);
  return [
    ...(vatNumber === null ? [{ code: 'vat_number_missing' }] : []),
    ...(isOwnNamed ? [] : [{ code: 'not_addressed_to_company' }]),
    ...(invalidIban === null ? [] : [{ code: 'iban_invalid', params: { iban: invalidIban } }]),
    ...(isNewAccount ? [buildWarning('iban_differs', { iban })] : []),
  ];
}

/** Type stated in the first rows, alone or in large letters. */
function detectType(layout: Layout, plain: string, isNegative: boolean): 'invoice' | 'credit_note' {
  if (isNegative) return 'credit_note';
  const title = layout.cells.find(
    ({ plain: cell, text }) => text.length < 60 && (CREDIT_NOTE.test(cell) || INVOICE.test(cell)),
  );
  if (title) return CREDIT_NOTE.test(title.plain) ? 'credit_note' : 'invoice';
  return CREDIT_NOTE.test(plain) && !INVOICE.test(plain) ? 'credit_note' : 'invoice';
}

function isOtherDocument(layout: Layout, plain: string): boolean {
  if (!INVOICE.test(plain) && !CREDIT_NOTE.test(plain)) return true;
  const title = layout.cells
    .slice(0, 40)
    .find((cell) => OTHER_DOCUMENTS.test(cell.plain) && cell.text.length < 40 && !/\d/.test(cell.text));
  const own = layout.cells
    .slice(0, 60)
    .some((cell) => cell.text.length < 60 && (INVOICE.test(cell.plain) || CREDIT_NOTE.test(cell.plain)));
  return title !== undefined && !own;
}

function findSkippedPages(pages: readonly PageOfWords[], { pageCount }: ExtractionContext): SheetWarning[] {
  const count = (pageCount ?? pages.length) - pages.length;
  return count > 0 ? [buildWarning('pages_skipped', { count })] : [];
}

function detectLanguage(plain: string): ExtractedSheet['language'] {
  const counts = (['fr', 'nl', 'en', 'de'] as const).map((language) => ({
    language,
    count: [...plain.matchAll(LANGUAGE_WORDS[language])].length,
  }));
  const [first] = counts.sort((one, other) => other.count - one.count);
  return first && first.count >= 3 ? first.language : null;
}
