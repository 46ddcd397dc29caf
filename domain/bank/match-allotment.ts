import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { convertFromBase, convertToBase } from '../currency/rates.ts';
import { takeCarryingAmount } from '../currency/settlement.ts';
import type { LineToLetter } from '../lettering/lettering.ts';
import { getOpenAmount } from '../lettering/open-line.ts';
import {
  absolute,
  compare,
  isNegative,
  isZero,
  min,
  negate,
  percent,
  share,
  subtract,
  sum,
  ZERO,
  type SignedAmount,
} from '../money.ts';
import { findLiveRecord } from '../records/state.ts';
import { refuseInvalid, type Checked, type Problem, type Refusal } from '../refusal.ts';
import { parseOriginalAmount } from './exchange.ts';
import { findUnknownRate, getTransactionCurrency } from './match-currency.ts';
import type { PaidItem, RequestedItem, RequestedMatch } from './match-request.ts';

/** How much of a transaction pays which open item. An item in another currency is paid through the rate of the payment. */

export interface PayableItem extends RequestedItem {
  readonly line: LineToLetter;
  /** Position in the request. */
  readonly index: number;
}

/** The currency of an item. */
const getItemCurrency = ({ currency }: LineToLetter, { identity }: CompanyFile): string =>
  currency ?? identity.currency;

const isOther = ({ line }: PayableItem, match: RequestedMatch, file: CompanyFile): boolean =>
  getItemCurrency(line, file) !== getTransactionCurrency(match.transaction, file);

/** Requested lines that can be paid. */
export function findPayableItems(
  requested: RequestedMatch,
  open: ReadonlyMap<number, LineToLetter>,
  file: CompanyFile,
): Checked<readonly PayableItem[]> {
  const problems: Problem[] = [];
  const named = new Set<number>();
  const payable = requested.items.flatMap((item, index): readonly PayableItem[] => {
    const field = `items.${index}.line_id`;
    const line = open.get(item.line_id);
    const isRepeated = named.has(item.line_id);
    named.add(item.line_id);
    const code = isRepeated ? 'line_repeated' : line ? findLineProblem(line, file) : 'line_unknown';
    if (code !== null || !line) {
      problems.push({ code: code!, field });
      return [];
    }
    const found = { ...item, line, index };
    const wrong = findAmountProblem(found, isOther(found, requested, file));
    if (wrong) problems.push(wrong);
    return wrong ? [] : [found];
  });
  return { value: payable, problems };
}

function findLineProblem(line: LineToLetter, file: CompanyFile): string | null {
  const account = findLiveRecord(file.records, accounts, line.account_id);
  if (!account?.data.is_letterable) return 'account_not_letterable';
  if (!account.data.is_active) return 'account_inactive';
  if (!line.isItem) return 'line_not_letterable';
  return isZero(line.open) ? 'line_settled' : null;
}

/** `amount` is part of the transaction, `currency_amount` part of the item. In one currency they are the same. */
function findAmountProblem({ line, index, ...item }: PayableItem, isOtherCurrency: boolean): Problem | null {
  const open = getOpenAmount(line);
  const { amount, currency_amount = null } = item;
  const toProblem = (name: string, code: string): Problem => ({
    code,
    field: `items.${index}.${name}`,
    params: { open },
  });
  for (const [name, value] of Object.entries({ amount, currency_amount })) {
    if (value === null) continue;
    if (isZero(value) || isNegative(value) !== isNegative(open)) return toProblem(name, 'item_amount_of_other_sign');
    const isLimited = name === 'currency_amount' || !isOtherCurrency;
    if (isLimited && compare(absolute(value), absolute(open)) > 0) return toProblem(name, 'item_amount_too_large');
  }
  const isTwice = !isOtherCurrency && amount !== null && currency_amount !== null;
  return isTwice && compare(amount, currency_amount) !== 0 ? toProblem('currency_amount', 'item_amounts_differ') : null;
}

/**
 * Items without an amount are paid in full, in order, until the transaction is used up. Those in another currency take
 * what is left.
 */
export function allotItems(
  requested: RequestedMatch,
  items: readonly PayableItem[],
  onAccounts: SignedAmount,
  file: CompanyFile,
): readonly PaidItem[] | Refusal {
  const { transaction, write_off } = requested;
  const rest = subtract(transaction.amount, transaction.matched_amount);
  const isOpposite = ({ line }: PayableItem) => isNegative(line.open) !== isNegative(rest);
  const getGiven = ({ amount, currency_amount = null }: PayableItem) => amount ?? currency_amount;
  const others = items.filter((item) => isOther(item, requested, file));
  const own = items.filter((item) => !others.includes(item));
  const isFixed = (item: PayableItem) => write_off || getGiven(item) !== null || isOpposite(item);
  const fixed = own.filter(isFixed).map((item) => getGiven(item) ?? getOpenAmount(item.line));
  const ofOthers = others.map(({ amount }) => amount ?? ZERO);
  let left = subtract(subtract(rest, onAccounts), sum([...fixed, ...ofOthers]));
  const paid = new Map<PayableItem, Parts>();
  for (const item of own) {
    const open = getOpenAmount(item.line);
    if (isFixed(item)) {
      const amount = getGiven(item) ?? open;
      paid.set(item, { amount, settled: amount });
      continue;
    }
    const isUsedUp = isZero(left) || isNegative(left) !== isNegative(rest);
    const size = isUsedUp ? ZERO : min(absolute(open), absolute(left));
    const amount = isNegative(open) ? negate(size) : size;
    left = subtract(left, amount);
    if (!isZero(amount)) paid.set(item, { amount, settled: amount });
  }
  const converted = others.length === 0 ? [] : convertItems(requested, others, left, file);
  if ('refused' in converted) return converted;
  for (const [index, parts] of converted.entries()) paid.set(others[index]!, parts);
  return items.flatMap((item) => {
    const parts = paid.get(item);
    return parts ? [{ line: item.line, ...parts, carried: computeCarried(item.line, parts.settled) }] : [];
  });
}

type Parts = Pick<PaidItem, 'amount' | 'settled'>;

const computeCarried = ({ open, currency, currency_open }: LineToLetter, settled: SignedAmount): SignedAmount =>
  currency ? takeCarryingAmount({ open, currency_open: currency_open! }, settled) : settled;

/** Items in another currency: those without an amount share what is left of the transaction. */
function convertItems(
  requested: RequestedMatch,
  items: readonly PayableItem[],
  left: SignedAmount,
  file: CompanyFile,
): readonly Parts[] | Refusal {
  const free = items.filter(({ amount }) => amount === null);
  const weights = free.map(({ line, currency_amount }) => computeCarried(line, currency_amount ?? getOpenAmount(line)));
  const shares = free.length === 0 ? [] : share(left, weights);
  const parts: Parts[] = [];
  for (const item of items) {
    const amount = item.amount ?? shares[free.indexOf(item)]!;
    const settled = item.currency_amount ?? findSettledPart(requested, item, amount, file);
    if (typeof settled !== 'string') return settled;
    parts.push({ amount, settled });
  }
  return parts;
}

/** Rates differ from bank to bank, but never this much, in per cent. */
const LARGEST_SPREAD = '10.00';

/**
 * What a payment in another currency settles of an item: the amount that the statement names, or the whole item if the
 * payment is worth about as much, or the part that it is worth.
 */
function findSettledPart(
  { transaction }: RequestedMatch,
  { line }: PayableItem,
  amount: SignedAmount,
  file: CompanyFile,
): SignedAmount | Refusal {
  const open = getOpenAmount(line);
  const currency = getItemCurrency(line, file);
  const withSide = (size: string): SignedAmount => (isNegative(open) ? negate(size) : size);
  const stated = parseOriginalAmount(transaction.original_amount ?? null);
  const isWhole = compare(amount, transaction.amount) === 0;
  if (isWhole && stated?.currency === currency && !isZero(stated.amount))
    return withSide(min(stated.amount, absolute(open)));
  const own = getTransactionCurrency(transaction, file);
  const unknown = [own, currency].find((one) => findUnknownRate(one, transaction, file));
  if (unknown !== undefined) return findUnknownRate(unknown, transaction, file)!;
  const worth = convert(absolute(amount), own, currency, transaction.rates ?? {});
  const spread = absolute(subtract(worth, absolute(open)));
  if (compare(spread, percent(absolute(open), LARGEST_SPREAD)) <= 0) return open;
  const part = min(worth, absolute(open));
  return isZero(part) ? refuseInvalid([{ code: 'line_no_side', field: 'items' }]) : withSide(part);
}

function convert(amount: string, from: string, to: string, rates: Readonly<Record<string, string>>): string {
  const [ofFrom, ofTo] = [rates[from], rates[to]];
  const base = ofFrom === undefined ? amount : convertToBase(amount, ofFrom);
  return ofTo === undefined ? base : convertFromBase(base, ofTo);
}
