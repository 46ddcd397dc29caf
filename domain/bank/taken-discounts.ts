import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { computeOffer, type DiscountedDocument, type OfferedDiscount } from '../documents/discount.ts';
import type { DocumentContent } from '../documents/document-events.ts';
import type { PostedEntry } from '../ledger/entry-events.ts';
import { findDiscountAccount } from '../lettering/difference.ts';
import { absolute, add, compare, isZero, share, subtract, sum, ZERO, type Amount } from '../money.ts';

/** Discounts for early payment that the entry of a payment takes, and the sales that they belong to. */

export interface DiscountedSale
  extends DiscountedDocument, Pick<DocumentContent, 'number' | 'document_date' | 'third_party_id'> {
  readonly id: number;
  readonly last_entry_id: number;
}

/** Of one VAT code. */
export interface TakenDiscount {
  readonly account_id: number;
  readonly vat_code_id: number;
  readonly net: Amount;
  readonly tax: Amount;
}

export interface DiscountOfSale {
  readonly sale: DiscountedSale;
  readonly taken: readonly TakenDiscount[];
}

/** Amounts on the account of granted discounts, with their tax, by VAT code. */
export function listTakenDiscounts({ lines }: PostedEntry, file: CompanyFile): readonly TakenDiscount[] {
  const account_id = findDiscountAccount('1.00', file);
  if (account_id === null) return [];
  const nets = new Map<number, Amount>();
  for (const { account_id: account, vat_code_id: code, debit } of lines)
    if (account === account_id && code && !isZero(debit)) nets.set(code, add(nets.get(code) ?? ZERO, debit));
  return [...nets].map(([vat_code_id, net]) => {
    const taxes = lines.filter((line) => line.vat_code_id === vat_code_id && line.account_id !== account_id);
    return { account_id, vat_code_id, net, tax: sum(taxes.map(({ debit }) => debit)) };
  });
}

interface Offering {
  readonly sale: DiscountedSale;
  readonly offer: OfferedDiscount;
}

/** With more sales in one payment, only the discounts of all of them are recognised. */
const MOST_SALES = 10;

/**
 * The part of each sale: those whose offers in time add up to what was taken, by VAT code. Null if there is no such
 * choice, or more than one.
 */
export function allotDiscounts(
  taken: readonly TakenDiscount[],
  sales: readonly DiscountedSale[],
  paidOn: PlainDate,
  file: CompanyFile,
): readonly DiscountOfSale[] | null {
  const [only, ...others] = sales;
  if (!only) return null;
  // It has no more lines than the sale has VAT codes.
  if (others.length === 0) return taken.length <= only.vat.length ? [{ sale: only, taken }] : null;
  const offering = sales.flatMap((sale): readonly Offering[] => {
    const offer = computeOffer(sale, file);
    return offer && paidOn <= offer.until ? [{ sale, offer }] : [];
  });
  const meant = findFitting(taken, offering);
  return meant && divideAmong(taken, meant);
}

/** All of them, or else the only choice of the largest size that fits. */
function findFitting(taken: readonly TakenDiscount[], offering: readonly Offering[]): readonly Offering[] | null {
  if (isFitting(taken, offering)) return offering;
  if (offering.length > MOST_SALES) return null;
  const choices = Array.from({ length: 2 ** offering.length - 1 }, (_, index) =>
    offering.filter((_one, place) => Math.floor((index + 1) / 2 ** place) % 2 === 1),
  ).filter((some) => isFitting(taken, some));
  const most = Math.max(...choices.map(({ length }) => length));
  const [first, ...more] = choices.filter(({ length }) => length === most);
  return first && more.length === 0 ? first : null;
}

/** Other programs round the discount by rate, or on the total. */
const ROUNDING = '0.05';

function isFitting(taken: readonly TakenDiscount[], some: readonly Offering[]): boolean {
  const codes = new Set(some.flatMap(({ offer }) => offer.parts.map(({ vat_code_id }) => vat_code_id)));
  for (const { vat_code_id } of taken) codes.add(vat_code_id);
  return [...codes].every((code) => {
    const found = taken.find(({ vat_code_id }) => vat_code_id === code);
    const offered = sum(some.map(({ offer }) => getOffered(offer, code)));
    return compare(absolute(subtract(found ? add(found.net, found.tax) : ZERO, offered)), ROUNDING) <= 0;
  });
}

const getOffered = ({ parts }: OfferedDiscount, code: number | null): Amount =>
  sum(parts.filter(({ vat_code_id }) => vat_code_id === code).map(({ amount }) => amount));

function divideAmong(taken: readonly TakenDiscount[], some: readonly Offering[]): readonly DiscountOfSale[] {
  const parts = taken.map((one) => {
    const offered = some.map(({ offer }) => getOffered(offer, one.vat_code_id));
    return { one, nets: share(one.net, offered), taxes: share(one.tax, offered) };
  });
  return some.map(({ sale }, place) => ({
    sale,
    taken: parts
      .map(({ one, nets, taxes }) => ({ ...one, net: nets[place]!, tax: taxes[place]! }))
      .filter(({ net }) => !isZero(net)),
  }));
}
