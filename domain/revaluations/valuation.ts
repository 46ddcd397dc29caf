import { convertToBase, type ExchangeRate } from '../currency/rates.ts';
import type { ExchangeKind, RevaluationMethod } from '../country-packs/exchange.ts';
import { addMonths, type PlainDate } from '../dates.ts';
import { absolute, add, isNegative, isZero, negate, subtract, sum, ZERO, type SignedAmount } from '../money.ts';

/**
 * The value of open items and accounts in currency at the rate of a day, and what the rule of the country makes of the
 * difference. Amounts are signed like debit minus credit, so a positive difference is a gain on either side.
 */

export interface OpenAmount {
  /** Null for a bank or cash account, or another account without matching: its balance in the currency. */
  readonly line_id: number | null;
  readonly account_id: number;
  readonly third_party_id: number | null;
  readonly currency: string;
  readonly currency_amount: SignedAmount;
  readonly carrying_amount: SignedAmount;
  readonly due_date: PlainDate | null;
  readonly kind: ExchangeKind | 'cash';
}

export interface ValuedItem extends OpenAmount {
  readonly closing_amount: SignedAmount;
  readonly difference: SignedAmount;
}

export function valueItem(item: OpenAmount, rate: ExchangeRate): ValuedItem {
  const closing_amount = convertToBase(item.currency_amount, rate);
  return { ...item, closing_amount, difference: subtract(closing_amount, item.carrying_amount) };
}

/**
 * Entries of a revaluation:
 * - `items`: the differences of open items, on sub-accounts of the accounts of the items;
 * - `net`: gains and losses of one currency set off against each other;
 * - `cash`: the differences of bank and cash accounts, never reversed;
 * - `provision`: the provision for losses, released at the next revaluation;
 * - `reversal`: `items` and `net` on the next day, with the opposite sign.
 */
export const REVALUATION_PARTS = ['items', 'net', 'cash', 'provision', 'reversal'] as const;
export type RevaluationPart = (typeof REVALUATION_PARTS)[number];

/** The account of an amount: one of the country, by purpose, the sub-account of an account, or an account itself. */
export type AmountAccount =
  | { readonly purpose: string; readonly side: 'loss' | 'gain' }
  | { readonly below: number }
  | { readonly account_id: number };

export interface PlannedAmount {
  readonly part: RevaluationPart;
  readonly account: AmountAccount;
  readonly currency: string;
  readonly amount: SignedAmount;
}

/** What an earlier revaluation has left on the books. */
export interface Standing {
  /** Differences that were not reversed, by account of the item. */
  readonly values: readonly StandingValue[];
  readonly provisions: readonly Provision[];
}

export interface StandingValue {
  readonly account_id: number;
  readonly kind: ExchangeKind;
  readonly currency: string;
  readonly amount: SignedAmount;
}

export interface Provision {
  readonly kind: ProvisionKind;
  readonly currency: string;
  readonly amount: SignedAmount;
}

export type ProvisionKind = 'trade' | 'financial';

export interface ValuationRule {
  readonly method: RevaluationMethod;
  readonly isReversed: boolean;
  readonly on: PlainDate;
}

export interface Plan {
  readonly amounts: readonly PlannedAmount[];
  /** What this revaluation leaves on the books. */
  readonly standing: Standing;
}

export function planRevaluation(items: readonly ValuedItem[], rule: ValuationRule, before: Standing): Plan {
  const open = items.filter(({ kind }) => kind !== 'cash') as readonly OpenItem[];
  const cash = items.filter(({ kind }) => kind === 'cash');
  const taken = rule.method === 'prudent' ? open.filter(({ difference }) => isNegative(difference)) : open;
  const values = sumValues(taken);
  const provisions = planProvisions(open, rule);
  const unrealised = [...planItems(taken, rule, before), ...(rule.method === 'net' ? planNet(taken) : [])];
  const planned = [
    ...unrealised,
    ...cash.flatMap(planCash),
    ...(hasProvision(rule) ? planProvisionChange(provisions, before.provisions) : []),
  ];
  const reversal = rule.isReversed
    ? unrealised.map((one): PlannedAmount => ({ ...one, part: 'reversal', amount: negate(one.amount) }))
    : [];
  return {
    amounts: addUp([...planned, ...reversal]),
    standing: { values: rule.isReversed ? [] : values, provisions },
  };
}

interface OpenItem extends ValuedItem {
  readonly kind: ExchangeKind;
}

const hasProvision = ({ method }: ValuationRule): boolean => method === 'item' || method === 'global';

/** The difference on the sub-account of the item, and its counterpart. */
function planItems(items: readonly OpenItem[], { method }: ValuationRule, before: Standing): readonly PlannedAmount[] {
  const carried = new Map(before.values.map((value) => [keyOfValue(value), value]));
  // Where an earlier revaluation still stands, only the change of the account is posted.
  const alone = items.filter((item) => !carried.has(keyOfValue(item)));
  const values = sumValues(items.filter((item) => carried.has(keyOfValue(item))));
  const now = new Map(values.map((value) => [keyOfValue(value), value.amount]));
  const changes = [...carried].map(([key, value]) => ({
    ...value,
    difference: subtract(now.get(key) ?? ZERO, value.amount),
    carrying_amount: value.amount,
  }));
  return [...joinAlike(alone), ...changes].flatMap(({ account_id, currency, difference, kind, carrying_amount }) => {
    const side = isNegative(difference) ? 'loss' : 'gain';
    const counterpart = { purpose: choosePurpose(method, kind, carrying_amount), side } as const;
    return planPair('items', { below: account_id }, counterpart, currency, difference);
  });
}

type Difference = Pick<OpenItem, 'account_id' | 'currency' | 'kind' | 'carrying_amount' | 'difference'>;

/** One difference for all items that are posted alike: same account, currency and sides. */
function joinAlike(items: readonly OpenItem[]): readonly Difference[] {
  const sums = new Map<string, Difference>();
  for (const item of items) {
    const { account_id, currency, difference, carrying_amount } = item;
    const key = `${account_id} ${currency} ${isNegative(difference)} ${isNegative(carrying_amount)}`;
    const known = sums.get(key);
    sums.set(key, known ? { ...known, difference: add(known.difference, difference) } : item);
  }
  return [...sums.values()];
}

function choosePurpose(method: RevaluationMethod, kind: ExchangeKind, carrying: SignedAmount): string {
  if (method === 'net') return 'working';
  if (method === 'item' || method === 'global')
    return isNegative(carrying) ? 'debt translated' : 'receivable translated';
  return `${kind} revalued`;
}

const keyOfValue = ({ account_id, currency }: Pick<StandingValue, 'account_id' | 'currency'>): string =>
  `${account_id} ${currency}`;

function sumValues(items: readonly OpenItem[]): readonly StandingValue[] {
  const sums = new Map<string, StandingValue>();
  for (const { account_id, kind, currency, difference } of items) {
    const key = keyOfValue({ account_id, currency });
    sums.set(key, { account_id, kind, currency, amount: add(difference, sums.get(key)?.amount ?? ZERO) });
  }
  return [...sums.values()].filter(({ amount }) => !isZero(amount));
}

/** A net loss of a currency is a charge; a net gain waits on the balance sheet. Currencies are never set off. */
function planNet(items: readonly OpenItem[]): readonly PlannedAmount[] {
  return [...groupBy(items, ({ currency }) => currency)].flatMap(([currency, group]) => {
    const { gain, loss } = sumSides(group);
    const net = subtract(gain, loss);
    const result: AmountAccount = isNegative(net)
      ? { purpose: 'trade revalued', side: 'loss' }
      : { purpose: 'deferred', side: 'gain' };
    const toAmount = (account: AmountAccount, amount: SignedAmount): PlannedAmount => ({
      part: 'net',
      account,
      currency,
      amount,
    });
    return [
      toAmount({ purpose: 'working', side: 'loss' }, negate(loss)),
      toAmount({ purpose: 'working', side: 'gain' }, gain),
      toAmount(result, negate(net)),
    ];
  });
}

function planCash({ account_id, currency, difference }: ValuedItem): readonly PlannedAmount[] {
  const side = isNegative(difference) ? 'loss' : 'gain';
  return planPair('cash', { account_id }, { purpose: 'cash', side }, currency, difference);
}

function planPair(
  part: RevaluationPart,
  account: AmountAccount,
  counterpart: AmountAccount,
  currency: string,
  amount: SignedAmount,
): readonly PlannedAmount[] {
  return [
    { part, account, currency, amount },
    { part, account: counterpart, currency, amount: negate(amount) },
  ];
}

const MONTHS_OF_A_NEAR_TERM = 12;

/** Losses of each item, or in a global position their excess over the gains of items with near terms. */
function planProvisions(items: readonly OpenItem[], rule: ValuationRule): readonly Provision[] {
  if (!hasProvision(rule)) return [];
  const toKind = ({ kind }: OpenItem): ProvisionKind => (kind === 'trade' ? 'trade' : 'financial');
  const nearest = addMonths(rule.on, MONTHS_OF_A_NEAR_TERM);
  const isLate = ({ due_date }: OpenItem): boolean => due_date !== null && due_date > nearest;
  const positions = groupBy(items, (item) => `${toKind(item)} ${item.currency} ${isLate(item)}`);
  const provisions = new Map<string, Provision>();
  for (const group of positions.values()) {
    const { gain, loss } = sumSides(group);
    const excess = rule.method === 'item' ? loss : subtract(loss, gain);
    if (isZero(excess) || isNegative(excess)) continue;
    const [first] = group;
    const kind = toKind(first!);
    const key = `${kind} ${first!.currency}`;
    const amount = add(excess, provisions.get(key)?.amount ?? ZERO);
    provisions.set(key, { kind, currency: first!.currency, amount });
  }
  return [...provisions.values()];
}

/** The provision of the earlier revaluation is released, whatever becomes of its items; the new one is made in full. */
function planProvisionChange(now: readonly Provision[], before: readonly Provision[]): readonly PlannedAmount[] {
  const account: AmountAccount = { purpose: 'provision', side: 'loss' };
  const toPair = ({ kind, currency, amount }: Provision, side: 'loss' | 'gain') =>
    planPair(
      'provision',
      account,
      { purpose: `${kind} provision`, side },
      currency,
      side === 'loss' ? negate(amount) : amount,
    );
  return [...now.flatMap((one) => toPair(one, 'loss')), ...before.flatMap((one) => toPair(one, 'gain'))];
}

export function sumSides(items: readonly Pick<ValuedItem, 'difference'>[]): {
  readonly gain: SignedAmount;
  readonly loss: SignedAmount;
} {
  const differences = items.map(({ difference }) => difference);
  return {
    gain: sum(differences.filter((one) => !isNegative(one))),
    loss: absolute(sum(differences.filter(isNegative))),
  };
}

function groupBy<Item>(items: readonly Item[], getKey: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = getKey(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** One amount for each part, account and currency. */
function addUp(amounts: readonly PlannedAmount[]): readonly PlannedAmount[] {
  const sums = new Map<string, PlannedAmount>();
  for (const one of amounts) {
    const key = JSON.stringify([one.part, one.account, one.currency]);
    sums.set(key, { ...one, amount: add(one.amount, sums.get(key)?.amount ?? ZERO) });
  }
  return [...sums.values()].filter(({ amount }) => !isZero(amount));
}
