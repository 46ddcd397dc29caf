import { distributeShares } from '../analytics/allocation.ts';
import { findMissingAnalytics } from '../analytics/required.ts';
import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journals, type Journal } from '../journals/journal.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { MAX_LINES } from '../ledger/entry.ts';
import { buildFreeVat, type TaxedLine } from '../ledger/free-vat.ts';
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
  min,
  negate,
  round,
  subtract,
  sum,
  ZERO,
  type SignedAmount,
} from '../money.ts';
import { formatStructuredCommunication } from '../numbers/structured-communication.ts';
import { findLiveRecord } from '../records/state.ts';
import { refuseInvalid, refuse, collectValue, type Checked, type Problem, type Refusal } from '../refusal.ts';
import type { TransactionMatch } from './bank-events.ts';
import type { RequestedItem, RequestedMatch, TransactionToMatch } from './match-request.ts';
import { MOST_DRAFTS, resolveMatchLine, type DraftLine, type ResolvedMatchLine } from './match-lines.ts';

/** The entry that books a transaction: the bank line, one line per paid item, and lines for other accounts. */

export interface ItemOfMatch {
  readonly line: LineToLetter;
  readonly amount: SignedAmount;
  /** Entry line that settles the item, and its line number. */
  readonly paidBy: EntryLine;
  readonly line_number: number;
}

export interface MatchEntry {
  readonly event: Extract<EntryEvent, { type: 'EntryPosted' }>;
  readonly items: readonly ItemOfMatch[];
  readonly match: TransactionMatch;
}

/** Maximum number of entry lines: the bank, the items, the lines with their tax, and a difference. */
export const countMatchLines = ({ items, lines }: Pick<RequestedMatch, 'items' | 'lines'>): number =>
  2 + items.length + MOST_DRAFTS * lines.length;

export const computeUnmatched = ({
  amount,
  matched_amount,
}: Pick<TransactionToMatch, 'amount' | 'matched_amount'>): SignedAmount => subtract(amount, matched_amount);

interface PaidItem {
  readonly line: LineToLetter;
  readonly amount: SignedAmount;
}

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
  const lines = requested.lines.map((line, index) =>
    collectValue(resolveMatchLine(line, `lines.${index}.`, date, file), problems),
  );
  const found = collectValue(findPayableItems(requested, open, file), problems);
  const vat = buildFreeVat(lines.flatMap(({ taxed }): readonly TaxedLine[] => (taxed ? [taxed] : [])));
  const lock = place && findPostingLock(place, transaction.entry_date, vat, file);
  if (lock) return refuseLocked(lock, 'id', problems);
  if (problems.length > 0 || !place || !journal || !isPostable(file, bankAccount)) return refuseInvalid(problems);
  const items = allotItems(requested, found, sum(lines.map(({ matched }) => matched.amount)));
  const total = sum([...items.map(({ amount }) => amount), ...lines.map(({ matched }) => matched.amount)]);
  const difference = computeDifference(requested, total, file);
  if ('refused' in difference) return difference;
  const { amount, writtenOff } = difference;
  const drafts: readonly DraftLine[] = [
    { account_id: bankAccount, amount, label: null, third_party_id: null },
    ...items.map((item) => toItemDraft(item)),
    ...lines.flatMap((line) => line.drafts),
    ...(writtenOff ? [{ ...writtenOff, label: null, third_party_id: null }] : []),
  ];
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
      items: items.map(({ line, amount: paid }) => ({ line_id: line.line_id, entry_id: line.entry_id, amount: paid })),
      lines: lines.map(({ matched }) => matched),
      ...(reason !== undefined && { reason }),
      ...(rule_id !== undefined && { rule_id }),
      ...(writtenOff && { written_off: writtenOff.amount }),
    },
  };
}

interface PayableItem extends RequestedItem {
  readonly line: LineToLetter;
}

/** Requested lines that can be paid. */
function findPayableItems(
  { items }: RequestedMatch,
  open: ReadonlyMap<number, LineToLetter>,
  file: CompanyFile,
): Checked<readonly PayableItem[]> {
  const problems: Problem[] = [];
  const named = new Set<number>();
  const payable = items.flatMap((item, index): readonly PayableItem[] => {
    const { line_id, amount } = item;
    const field = `items.${index}.line_id`;
    const line = open.get(line_id);
    const reportProblem = (code: string, at = field, params?: Problem['params']): [] => {
      problems.push({ code, field: at, ...(params && { params }) });
      return [];
    };
    if (named.has(line_id)) return reportProblem('line_repeated');
    named.add(line_id);
    if (!line) return reportProblem('line_unknown');
    const account = findLiveRecord(file.records, accounts, line.account_id);
    if (!account?.data.is_letterable) return reportProblem('account_not_letterable');
    if (!account.data.is_active) return reportProblem('account_inactive');
    if (!line.isItem) return reportProblem('line_not_letterable');
    if (isZero(line.open)) return reportProblem('line_settled');
    if (amount === null) return [{ ...item, line }];
    const at = `items.${index}.amount`;
    if (isZero(amount) || isNegative(amount) !== isNegative(line.open))
      return reportProblem('item_amount_of_other_sign', at, { open: line.open });
    if (compare(absolute(amount), absolute(line.open)) > 0)
      return reportProblem('item_amount_too_large', at, { open: line.open });
    return [{ ...item, line }];
  });
  return { value: payable, problems };
}

/** Items without an amount are paid in full, in order, until the transaction is used up. */
function allotItems(
  { transaction, write_off }: RequestedMatch,
  items: readonly PayableItem[],
  onAccounts: SignedAmount,
): readonly PaidItem[] {
  const rest = computeUnmatched(transaction);
  const isOpposite = ({ line }: { readonly line: LineToLetter }) => isNegative(line.open) !== isNegative(rest);
  const isFixed = (item: (typeof items)[number]) => write_off || item.amount !== null || isOpposite(item);
  const fixed = items.filter(isFixed).map(({ line, amount }) => amount ?? line.open);
  let left = subtract(subtract(rest, onAccounts), sum(fixed));
  return items.flatMap((item) => {
    const { line } = item;
    if (isFixed(item)) return [{ line, amount: item.amount ?? line.open }];
    const isUsedUp = isZero(left) || isNegative(left) !== isNegative(rest);
    const size = isUsedUp ? ZERO : min(absolute(line.open), absolute(left));
    const amount = isNegative(line.open) ? negate(size) : size;
    left = subtract(left, amount);
    return isZero(amount) ? [] : [{ line, amount }];
  });
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
  file: CompanyFile,
): Difference | Refusal {
  const rest = computeUnmatched(transaction);
  const difference = subtract(total, rest);
  if (write_off && !isZero(difference)) {
    const most = getLargestDifference(file);
    if (compare(absolute(difference), most) > 0)
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

const toItemDraft = ({ line, amount }: PaidItem): DraftLine => ({
  account_id: line.account_id,
  amount: negate(amount),
  label: null,
  third_party_id: line.third_party_id,
});

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
