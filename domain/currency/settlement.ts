import { absolute, compare, divide, isNegative, isZero, multiply, negate, subtract, ZERO } from '../money.ts';
import type { SignedAmount } from '../money.ts';

/**
 * Settlement of items in foreign currency. An item closes on its amount in that currency. The books carry it at an amount
 * in the currency of the company file, of which a part payment takes its proportion and the last one the rest.
 */

/** Both amounts are signed: debit is positive, credit is negative. */
export interface CarriedItem {
  /** The open amount in the currency of the company file. */
  readonly open: SignedAmount;
  /** The open amount in the currency of the item. */
  readonly currency_open: SignedAmount;
}

const ONE_CENT = '0.01';

/**
 * The carrying amount of a part, rounded half up. As long as something is open in the currency, at least a cent stays
 * open in the books, so that the item is still listed.
 */
export function takeCarryingAmount({ open, currency_open }: CarriedItem, part: SignedAmount): SignedAmount {
  if (isZero(currency_open) || compare(part, currency_open) === 0) return open;
  const proportional = divide(multiply(open, part), currency_open, 2);
  const size = absolute(open);
  const most = compare(size, ONE_CENT) > 0 ? subtract(size, ONE_CENT) : ZERO;
  if (compare(absolute(proportional), most) <= 0) return proportional;
  return isNegative(open) ? negate(most) : most;
}

/** What is open of an item after a part was settled. */
export function settlePart(item: CarriedItem, part: SignedAmount): CarriedItem {
  return {
    open: subtract(item.open, takeCarryingAmount(item, part)),
    currency_open: subtract(item.currency_open, part),
  };
}
