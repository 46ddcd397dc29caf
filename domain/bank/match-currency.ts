import type { CompanyFile } from '../company-file-state.ts';
import { convertToBase } from '../currency/rates.ts';
import { findExchangeAccount } from '../currency/realised.ts';
import { refuseUnknownRate } from '../currency/unknown-rate.ts';
import { buildLineCurrency, type LineCurrency } from '../ledger/line-currency.ts';
import { absolute, add, compare, isZero, negate, share, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import { refuseInvalid, type Refusal } from '../refusal.ts';
import type { DraftLine, RequestedMatchLine } from './match-lines.ts';
import type { PaidItem, RequestedMatch, TransactionToMatch } from './match-request.ts';

/** Amounts of a match in the currency of the company file. */

/** Absent in requests of the service itself: the currency of the company file. */
export const getTransactionCurrency = ({ currency }: TransactionToMatch, { identity }: CompanyFile): string =>
  currency ?? identity.currency;

/** Refuses a currency without a rate on the day of the transaction. Null: known, or that of the company file. */
export function findUnknownRate(
  currency: string,
  { rates, entry_date }: TransactionToMatch,
  { identity }: CompanyFile,
): Refusal | null {
  const isKnown = currency === identity.currency || rates?.[currency] !== undefined;
  return isKnown ? null : refuseUnknownRate(currency, entry_date);
}

/** How the transaction is converted. */
export interface Conversion {
  /** Null: the transaction is in the currency of the company file. */
  readonly currency: string | null;
  readonly rate: string;
}

/** The rate of the request, or else that of the day. */
export function findConversion(
  { transaction, exchange_rate }: RequestedMatch,
  file: CompanyFile,
): Conversion | Refusal {
  const currency = getTransactionCurrency(transaction, file);
  if (currency === file.identity.currency) return { currency: null, rate: '1' };
  const rate = exchange_rate ?? transaction.rates?.[currency];
  return rate === undefined ? findUnknownRate(currency, transaction, file)! : { currency, rate };
}

export const toBase = (amount: SignedAmount, { currency, rate }: Conversion): SignedAmount =>
  currency === null ? amount : convertToBase(amount, rate);

/** The members of an entry line in the currency of the transaction. */
export const toLineCurrency = (
  amount: SignedAmount,
  base: SignedAmount,
  { currency, rate }: Conversion,
  isAtRate = true,
): LineCurrency => (currency === null ? {} : buildLineCurrency(currency, amount, base, isAtRate ? rate : null));

/** Lines with their amounts in the currency of the file. Without items, the largest takes the rounding difference. */
export function convertLines(
  lines: readonly RequestedMatchLine[],
  hasItems: boolean,
  conversion: Conversion,
): readonly RequestedMatchLine[] {
  if (conversion.currency === null) return lines;
  const amounts = lines.map(({ amount }) => toBase(amount, conversion));
  if (!hasItems && amounts.length > 0) {
    const rest = subtract(toBase(sum(lines.map(({ amount }) => amount)), conversion), sum(amounts));
    const largest = findLargest(amounts);
    amounts[largest] = add(amounts[largest]!, rest);
  }
  return lines.map((line, index) => ({ ...line, amount: amounts[index]! }));
}

const findLargest = (amounts: readonly SignedAmount[]): number =>
  amounts.reduce((best, amount, index) => (compare(absolute(amount), absolute(amounts[best]!)) > 0 ? index : best), 0);

/** Drafts of a line share its amount in the currency of the transaction. */
export function withLineCurrency(
  drafts: readonly DraftLine[],
  amount: SignedAmount,
  conversion: Conversion,
): readonly DraftLine[] {
  if (conversion.currency === null) return drafts;
  const shares = share(
    negate(amount),
    drafts.map((draft) => draft.amount),
  );
  return drafts.map((draft, index) => ({
    ...draft,
    ...toLineCurrency(shares[index]!, draft.amount, conversion, drafts.length === 1),
  }));
}

/** Items of one kind have the same account for losses. */
const ONE_SIDE = '1.00';

/**
 * The lines that balance the entry: for each kind of item, what the books carry less what was paid. A debit is a loss.
 * The rounding difference of the conversion belongs to the largest item.
 */
export function buildExchangeLines(
  items: readonly PaidItem[],
  drafts: readonly DraftLine[],
  conversion: Conversion,
  file: CompanyFile,
): readonly DraftLine[] | Refusal {
  const total = negate(sum(drafts.map(({ amount }) => amount)));
  if (isZero(total)) return [];
  const differences = items.map(({ amount, carried }) => subtract(carried, toBase(amount, conversion)));
  const largest = findLargest(items.map(({ carried }) => carried));
  differences[largest] = add(differences[largest]!, subtract(total, sum(differences)));
  const kinds = new Map<string, { readonly accountId: number; readonly amount: SignedAmount }>();
  for (const [index, { line }] of items.entries()) {
    const { number } = findExchangeAccount(line.account_id, ONE_SIDE, file);
    const amount = add(kinds.get(number)?.amount ?? ZERO, differences[index]!);
    kinds.set(number, { accountId: line.account_id, amount });
  }
  const lines: DraftLine[] = [];
  for (const { accountId, amount } of kinds.values()) {
    const { id, number } = findExchangeAccount(accountId, amount, file);
    if (id === null) return refuseInvalid([{ code: 'exchange_account_missing', field: 'items', params: { number } }]);
    if (!isZero(amount)) lines.push({ account_id: id, amount, label: null, third_party_id: null });
  }
  return lines;
}
