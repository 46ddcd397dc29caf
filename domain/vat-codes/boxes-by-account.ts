import { add, isNegative, isZero, negate, subtract, ZERO, type SignedAmount } from '../money.ts';

/**
 * The annual return of Luxembourg splits turnover by what was sold, which the account of the sale says: a code at 17 % is
 * used for goods and services alike. The field is fixed when the entry is posted. No other country uses these numbers.
 */

const TURNOVER = '472';
/** Goods made, goods resold, services: in the order of the form. */
const SPLIT = ['001', '002', '004'];
const SERVICES = '004';
/** Margins and investments follow from the code, whatever account they are booked on. */
const BY_CODE = ['003', '005'];

/** By number prefix: sales, and the rebates on them. */
const FIELDS: Readonly<Record<string, string>> = {
  '702': '001',
  '7092': '001',
  '704': '002',
  '7094': '002',
  '706': '002',
  '7096': '002',
  '703': '004',
  '7093': '004',
  '705': '004',
  '7095': '004',
};

interface BoxAmount {
  readonly box: string;
  readonly amount: SignedAmount;
}

/** A line of the entry: the number of its account and its share of the base. */
export interface SoldLine {
  readonly account: string;
  readonly base: SignedAmount;
}

const findField = (account: string): string | undefined =>
  Object.entries(FIELDS).find(([prefix]) => account.startsWith(prefix))?.[1];

/** The boxes of an effect, with its turnover in the fields of the accounts. `base` is the sum of the lines. */
export function withSalesByAccount(
  boxes: readonly BoxAmount[],
  base: SignedAmount,
  lines: readonly SoldLine[],
): readonly BoxAmount[] {
  const turnover = boxes.find(({ box }) => box === TURNOVER);
  if (!turnover || boxes.some(({ box }) => BY_CODE.includes(box))) return boxes;
  const byCode = boxes.find(({ box }) => SPLIT.includes(box))?.box;
  if (byCode === SERVICES) return boxes;
  const isOpposite = isNegative(turnover.amount) !== isNegative(base);
  const split = new Map<string, SignedAmount>();
  const addToField = (box: string, amount: SignedAmount): void => {
    split.set(box, add(split.get(box) ?? ZERO, amount));
  };
  let rest = turnover.amount;
  for (const line of lines) {
    const field = findField(line.account);
    // A code for goods is never one for services, whatever account is used.
    if (field === undefined || (byCode !== undefined && field === SERVICES)) continue;
    const amount = isOpposite ? negate(line.base) : line.base;
    addToField(field, amount);
    rest = subtract(rest, amount);
  }
  if (byCode !== undefined) addToField(byCode, rest);
  const others = boxes.filter(({ box }) => !SPLIT.includes(box));
  return [...others, ...[...split].flatMap(([box, amount]) => (isZero(amount) ? [] : [{ box, amount }]))];
}

/** The boxes of a correction, with its turnover in the fields that the corrected effect used. */
export function withSameSales(boxes: readonly BoxAmount[], corrected: readonly BoxAmount[]): readonly BoxAmount[] {
  if (!boxes.some(({ box }) => box === TURNOVER)) return boxes;
  const used = corrected.filter(({ box }) => SPLIT.includes(box));
  return [
    ...boxes.filter(({ box }) => !SPLIT.includes(box)),
    ...used.map(({ box, amount }) => ({ box, amount: negate(amount) })),
  ];
}
