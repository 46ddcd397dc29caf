import { searchable } from '../../text.ts';
import type { ExtractedSheet, ReadDocument, SheetWarning } from '../sheet.ts';
import { crossChecked } from './checks.ts';
import { clarity, confidenceOf, legibility } from './confidence.ts';
import { contactOf } from './contact.ts';
import type { ExtractionContext } from './context.ts';
import { currencyOf } from './currency.ts';
import { documentDates, documentNumber } from './fields.ts';
import { communicationIn } from './identifiers.ts';
import { CREDIT_NOTE, INVOICE, LANGUAGE_WORDS, NOT_PAID, OTHER_DOCUMENTS, PAID } from './labels.ts';
import { layoutOf, type Layout } from './layout.ts';
import { countryFrom, partiesOf, type Parties } from './parties.ts';
import { linesOf, linesOfBreakdown } from './table.ts';
import { totalsOf } from './totals.ts';
import type { PageOfWords } from './words.ts';

export { crossChecked, isReliable, RELIABLE, WARNINGS_TO_CHECK } from './checks.ts';
export type { ExtractionContext, KnownThirdParty, ThirdPartyKeys } from './context.ts';
export { thirdPartyKeys } from './keys.ts';
export type { PageOfWords, Word } from './words.ts';

export interface ExtractedDocument extends ReadDocument {
  /** Of those known, when one of them is the other side. */
  readonly thirdPartyId: number | null;
}

/** A point to check, in the words of its code. */
const warning = (code: string, params: NonNullable<SheetWarning['params']>): SheetWarning => ({ code, params });

/** Below it recognised words are guesses. */
const LEGIBLE = 0.75;
const DOUBTFUL = 0.5;

/** What a document says, from the words on its pages. */
export function extractSheet(pages: readonly PageOfWords[], context: ExtractionContext): ExtractedDocument {
  const layout = layoutOf(pages);
  const text = layout.rows.map((row) => row.text).join('\n');
  const plain = searchable(text);
  const parties = partiesOf(layout, context);
  const number = documentNumber(layout);
  const { date, due } = documentDates(layout, context.today);
  const totals = totalsOf(layout);
  const currency = currencyOf(text);
  const communication = communicationIn(text);
  const { lines } = linesOf(layout, totals);
  const nature = lines[0]?.description ?? null;
  const legible = legibility(pages);
  const confidence = confidenceOf(
    {
      number: number ? number.evidence * clarity(number.cell, number.text) : 0,
      date: date ? date.evidence * clarity(date.cell, date.text) : 0,
      party: parties.evidence,
      totals: totals.evidence,
    },
    legible,
  );
  const contact = contactOf(
    layout,
    parties,
    context.own,
    countryFrom(parties.vatNumber) ?? parties.known?.country ?? null,
  );
  const sheet: ExtractedSheet = {
    document_type: typeOf(layout, plain, totals.isNegative),
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
    lines: lines.length > 0 ? [...lines] : linesOfBreakdown(totals, nature ?? contact.name ?? ''),
    totals: {
      net: totals.net,
      vat: totals.vat,
      gross: totals.gross,
      prepaid: totals.prepaid,
      vat_breakdown: totals.breakdown.map(({ rate, base, amount }) => ({ rate, category: null, base, amount })),
    },
    payment: { iban: parties.iban, bic: contact.bic, paid: PAID.test(plain) && !NOT_PAID.test(plain) },
    nature,
    confidence,
    language: languageOf(plain),
  };
  const warnings: SheetWarning[] = [
    ...crossChecked(sheet, context.today),
    ...partyWarnings(parties),
    ...(isOther(layout, plain) ? [{ code: 'document_type_unclear' }] : []),
    ...(currency.isClear ? [] : [warning('currency_unclear', { currency: currency.code })]),
    ...(communication && !communication.isValid ? [{ code: 'structured_communication_invalid' }] : []),
    ...(legible < LEGIBLE ? [{ code: 'poor_scan' }] : []),
    ...skipped(pages, context),
    ...(Number(confidence) < DOUBTFUL ? [{ code: 'low_confidence' }] : []),
  ];
  return { sheet, warnings, thirdPartyId: parties.known?.id ?? null };
}

function partyWarnings({ known, iban, isOwnNamed, invalidIban, vatNumber, direction }: Parties): SheetWarning[] {
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
    ...(isNewAccount ? [warning('iban_differs', { iban })] : []),
  ];
}

/** What it calls itself in its first rows, where it says so alone or in large letters. */
function typeOf(layout: Layout, plain: string, isNegative: boolean): 'invoice' | 'credit_note' {
  if (isNegative) return 'credit_note';
  const title = layout.cells.find(
    ({ plain: cell, text }) => text.length < 60 && (CREDIT_NOTE.test(cell) || INVOICE.test(cell)),
  );
  if (title) return CREDIT_NOTE.test(title.plain) ? 'credit_note' : 'invoice';
  return CREDIT_NOTE.test(plain) && !INVOICE.test(plain) ? 'credit_note' : 'invoice';
}

function isOther(layout: Layout, plain: string): boolean {
  if (!INVOICE.test(plain) && !CREDIT_NOTE.test(plain)) return true;
  const title = layout.cells
    .slice(0, 40)
    .find((cell) => OTHER_DOCUMENTS.test(cell.plain) && cell.text.length < 40 && !/\d/.test(cell.text));
  const own = layout.cells
    .slice(0, 60)
    .some((cell) => cell.text.length < 60 && (INVOICE.test(cell.plain) || CREDIT_NOTE.test(cell.plain)));
  return title !== undefined && !own;
}

function skipped(pages: readonly PageOfWords[], { pageCount }: ExtractionContext): SheetWarning[] {
  const count = (pageCount ?? pages.length) - pages.length;
  return count > 0 ? [warning('pages_skipped', { count })] : [];
}

function languageOf(plain: string): ExtractedSheet['language'] {
  const counts = (['fr', 'nl', 'en', 'de'] as const).map((language) => ({
    language,
    count: [...plain.matchAll(LANGUAGE_WORDS[language])].length,
  }));
  const [first] = counts.sort((one, other) => other.count - one.count);
  return first && first.count >= 3 ? first.language : null;
}
