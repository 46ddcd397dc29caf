import { distributeShares } from '../analytics/allocation.ts';
import { findMissingAnalytics } from '../analytics/required.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journals, type Journal } from '../journals/journal.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { MAX_LINES } from '../ledger/entry.ts';
import { buildFreeVat, type TaxedLine } from '../ledger/free-vat.ts';
import { buildLineCurrency, checkAccountCurrencies } from '../ledger/line-currency.ts';
import { toTaxCurrency } from '../ledger/vat-currency.ts';
import { isPostable } from '../ledger/named-account.ts';
import { refuseLocked, findPostingLock, findPlace } from '../ledger/place.ts';
import { findOnlyThirdParty, buildPostedEntry } from '../ledger/posting.ts';
import { findDifferenceAccount, getLargestDifference } from '../lettering/difference.ts';
import type { LineToLetter } from '../lettering/lettering.ts';
import {
  absolute,
  compare,
  isNegative,
  isZero,
  MAX_AMOUNT,
  negate,
  round,
  subtract,
  sum,
  ZERO,
  type SignedAmount,
} from '../money.ts';
import { formatStructuredCommunication } from '../numbers/structured-communication.ts';
import { findLiveRecord } from '../records/state.ts';
import { refuseInvalid, refuse, collectValue, type Problem, type Refusal } from '../refusal.ts';
import type { TransactionMatch } from './bank-events.ts';
import { allotItems, findPayableItems } from './match-allotment.ts';
import {
  buildExchangeLines,
  convertLines,
  findConversion,
  toBase,
  toLineCurrency,
  withLineCurrency,
  type Conversion,
} from './match-currency.ts';
import type { PaidItem, RequestedMatch, TransactionToMatch } from './match-request.ts';
import { MOST_DRAFTS, resolveMatchLine, type DraftLine, type ResolvedMatchLine } from './match-lines.ts';

/** The entry that books a transaction: the bank line, one line per paid item, and lines for other accounts. */

export interface ItemOfMatch extends PaidItem {
  /** Entry line that settles the item, and its line number. */
  readonly paidBy: EntryLine;
  readonly line_number: number;
}

export interface MatchEntry {
  readonly event: Extract<EntryEvent, { type: 'EntryPosted' }>;
  readonly items: readonly ItemOfMatch[];
  readonly match: TransactionMatch;
}

/** Exchange differences of trade, of affiliated companies and of others. */
const MOST_EXCHANGE_LINES = 3;

/** Maximum number of entry lines: the bank, the items, the lines with their tax, and differences. */
export const countMatchLines = ({ items, lines }: Pick<RequestedMatch, 'items' | 'lines'>): number =>
  2 + items.length + Math.min(items.length, MOST_EXCHANGE_LINES) + MOST_DRAFTS * lines.length;

export const computeUnmatched = ({
  amount,
  matched_amount,
}: Pick<TransactionToMatch, 'amount' | 'matched_amount'>): SignedAmount => subtract(amount, matched_amount);

export function buildMatchEntry(
  requested: RequestedMatch,
  open: ReadonlyMap<number, LineToLetter>,
  entryId: number,
  lineIds: Iterator<number>,
  file: CompanyFile,
): MatchEntry | Refusal {
  const { transaction } = requested;
  const problems: Problem[] = [];
  const journal = findLiveRecord(file.records, journals, transaction.journal_id);
  if (!journal?.data.is_active) problems.push({ code: journal ? 'journal_inactive' : 'journal_unknown', field: 'id' });
  const bankAccount = journal?.data.control_account_id ?? null;
  if (!isPostable(file, bankAccount)) problems.push({ code: 'journal_without_account', field: 'id' });
  const place = findPlace(file.fiscalYears, transaction.entry_date);
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'id' });
  if (requested.items.length + requested.lines.length === 0) problems.push({ code: 'match_empty', field: 'items' });
  const date = transaction.entry_date;
  const conversion = findConversion(requested, file);
  if ('refused' in conversion) return conversion;
  const lines = convertLines(requested.lines, requested.items.length > 0, conversion).map((line, index) => {
    const { matched, drafts, taxed } = collectValue(resolveMatchLine(line, `lines.${index}.`, date, file), problems);
    const { amount } = requested.lines[index]!;
    return { matched: { ...matched, amount }, drafts: withLineCurrency(drafts, amount, conversion), taxed };
  });
  const found = collectValue(findPayableItems(requested, open, file), problems);
  const taxed = lines.flatMap((line): readonly TaxedLine[] => (line.taxed ? [line.taxed] : []));
  const vat = collectValue(toTaxCurrency(buildFreeVat(taxed), transaction.entry_date, file), problems);
  const lock = place && findPostingLock(place, transaction.entry_date, vat, file);
  if (lock) return refuseLocked(lock, 'id', problems);
  if (problems.length > 0 || !place || !journal || !isPostable(file, bankAccount)) return refuseInvalid(problems);
  const items = allotItems(requested, found, sum(lines.map(({ matched }) => matched.amount)), file);
  if ('refused' in items) return items;
  const total = sum([...items.map(({ amount }) => amount), ...lines.map(({ matched }) => matched.amount)]);
  const difference = computeDifference(requested, total, conversion, file);
  if ('refused' in difference) return difference;
  const { amount, writtenOff } = difference;
  const paid: readonly DraftLine[] = [
    toConvertedDraft(bankAccount, amount, conversion),
    ...items.map((item) => toItemDraft(item)),
    ...lines.flatMap((line) => line.drafts),
    ...(writtenOff ? [toConvertedDraft(writtenOff.account_id, writtenOff.amount, conversion)] : []),
  ];
  const exchanged = items.length === 0 ? [] : buildExchangeLines(items, paid, conversion, file);
  if ('refused' in exchanged) return exchanged;
  const drafts = items.length === 0 ? withoutRest(paid) : [...paid, ...exchanged];
  const ofCurrency = checkAccountCurrencies(drafts, (index) => getDraftField(index, items.length), file);
  if (ofCurrency.length > 0) return refuseInvalid(ofCurrency);
  if (drafts.length > MAX_LINES)
    return refuseInvalid([{ code: 'entry_too_many_lines', field: 'items', params: { max: MAX_LINES } }]);
  const written = drafts.map((draft) => toMatchEntryLine(draft, lineIds));
  const missing = findMissingMatchAnalytics(
    lines,
    written.slice(1 + items.length),
    journal,
    transaction.entry_date,
    file,
  );
  if (missing.length > 0) return refuseInvalid(missing);
  if (sum(written.map(({ debit }) => debit)).length > MAX_AMOUNT.length)
    return refuseInvalid([{ code: 'amount_too_large', field: 'items', params: { max: MAX_AMOUNT } }]);
  const event = buildPostedEntry(
    {
      id: entryId,
      journal_id: transaction.journal_id,
      entry_date: transaction.entry_date,
      due_date: null,
      label: requested.label ?? buildLabel(transaction, file),
      reference: formatReference(transaction),
      origin: 'bank_transaction',
      lines: written,
      ...(vat.length > 0 && { vat }),
    },
    journal,
    place,
    file,
  );
  const { id, version } = transaction;
  const { origin, reason, rule_id } = requested;
  return {
    event,
    items: items.map((item, index) => ({ ...item, paidBy: written[index + 1]!, line_number: index + 2 })),
    match: {
      id,
      version: version + 1,
      amount,
      is_whole: compare(amount, computeUnmatched(transaction)) === 0,
      entry_id: entryId,
      origin,
      third_party_id: event.data.third_party_id,
      items: items.map((item) => toMatchedItem(item, conversion)),
      lines: lines.map(({ matched }) => matched),
      ...(reason !== undefined && { reason }),
      ...(rule_id !== undefined && { rule_id }),
      ...(writtenOff && { written_off: writtenOff.amount }),
      ...(exchanged.length > 0 && { exchange_difference: sum(exchanged.map((line) => line.amount)) }),
    },
  };
}

interface Difference {
  /** Booked amount of the transaction. */
  readonly amount: SignedAmount;
  /** Debit is positive. */
  readonly writtenOff: { readonly account_id: number; readonly amount: SignedAmount } | null;
}

function computeDifference(
  { transaction, write_off }: RequestedMatch,
  total: SignedAmount,
  conversion: Conversion,
  file: CompanyFile,
): Difference | Refusal {
  const rest = computeUnmatched(transaction);
  const difference = subtract(total, rest);
  if (write_off && !isZero(difference)) {
    const most = getLargestDifference(file);
    if (compare(absolute(toBase(difference, conversion)), most) > 0)
      return refuse('match_difference_too_large', { field: 'write_off', params: { difference, max: round(most) } });
    const { id, setting } = findDifferenceAccount(difference, file);
    if (id === null)
      return refuseInvalid([{ code: 'difference_account_missing', field: 'write_off', params: { setting } }]);
    return { amount: rest, writtenOff: { account_id: id, amount: difference } };
  }
  if (isZero(total) || isNegative(total) !== isNegative(rest))
    return refuse('match_of_other_sign', { field: 'items', params: { total, rest } });
  if (compare(absolute(total), absolute(rest)) > 0)
    return refuse('match_exceeds_transaction', { field: 'items', params: { total, rest } });
  return { amount: total, writtenOff: null };
}

const toItemDraft = ({ line, settled, carried }: PaidItem): DraftLine => ({
  account_id: line.account_id,
  amount: negate(carried),
  label: null,
  third_party_id: line.third_party_id,
  ...(line.currency && buildLineCurrency(line.currency, negate(settled), negate(carried))),
});

/** A line of the entry in the currency of the transaction. */
function toConvertedDraft(account_id: number, amount: SignedAmount, conversion: Conversion): DraftLine {
  const base = toBase(amount, conversion);
  const inCurrency = toLineCurrency(amount, base, conversion);
  return { account_id, amount: base, label: null, third_party_id: null, ...inCurrency };
}

/** The last line takes what rounding leaves, if there is no item whose exchange difference takes it. */
function withoutRest(drafts: readonly DraftLine[]): readonly DraftLine[] {
  const rest = sum(drafts.map(({ amount }) => amount));
  return isZero(rest)
    ? drafts
    : drafts.map((draft, index) =>
        index === drafts.length - 1 ? { ...draft, amount: subtract(draft.amount, rest) } : draft,
      );
}

const toMatchedItem = ({ line, amount, settled }: PaidItem, { currency }: Conversion) => ({
  line_id: line.line_id,
  entry_id: line.entry_id,
  amount,
  ...((line.currency || currency !== null) && { currency_amount: settled }),
});

const getDraftField = (index: number, items: number): string =>
  index === 0 ? 'id' : index <= items ? `items.${index - 1}.line_id` : 'lines';

/** Checks the requested lines only: the first entry line of each. */
function findMissingMatchAnalytics(
  lines: readonly ResolvedMatchLine[],
  written: readonly EntryLine[],
  journal: Journal,
  entry_date: PlainDate,
  file: CompanyFile,
): readonly Problem[] {
  let place = 0;
  const own = lines.map(({ drafts }) => {
    const line = written[place]!;
    place += drafts.length;
    return line;
  });
  const entry = { journal, third_party_id: findOnlyThirdParty(written), entry_date };
  return findMissingAnalytics(own, entry, (index) => `lines.${index}.analytics`, file);
}

function toMatchEntryLine({ amount, allotted, ...line }: DraftLine, ids: Iterator<number>): EntryLine {
  const size = absolute(amount);
  const sides = isNegative(amount) ? { debit: ZERO, credit: size } : { debit: size, credit: ZERO };
  const analytics = allotted && distributeShares(allotted, size);
  return { id: ids.next().value as number, ...line, ...sides, ...(analytics && { analytics }) };
}

const LABELS: Labels = {
  fr: 'Extrait {number} n° {sequence}',
  nl: 'Uittreksel {number} nr. {sequence}',
  en: 'Statement {number} no. {sequence}',
  de: 'Auszug {number} Nr. {sequence}',
};

const LONGEST_LABEL = 200;

/** Counterpart and communication; if both are missing, the position in the statement. */
function buildLabel(transaction: TransactionToMatch, file: CompanyFile): string {
  const { counterpart_name, communication, statement_number, sequence } = transaction;
  const said = [counterpart_name, communication].filter((text) => text !== null && text !== '').join(' - ');
  if (said !== '') return said.slice(0, LONGEST_LABEL).trimEnd();
  return LABELS[file.identity.locale].replace('{number}', statement_number).replace('{sequence}', String(sequence));
}

const formatReference = ({ structured_communication: said }: TransactionToMatch): string | null =>
  said === null ? null : /^\d{12}$/.test(said) ? formatStructuredCommunication(said) : said;
