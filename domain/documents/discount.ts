import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { VatKind } from '../country-packs/pack.ts';
import type { PlainDate } from '../dates.ts';
import { compare, isNegative, isZero, percent, share, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import type { Checked, Problem } from '../refusal.ts';
import type { PaymentDiscount } from './terms.ts';

/**
 * Discount for early payment. Its amount excludes VAT. In one country the tax is computed on the reduced price from the
 * start, whether the discount is taken or not; in others on the full price, and corrected when the discount is taken.
 */

/** Completes the amount, which follows from the per cent if there is one. */
export function completeDiscount(
  discount: PaymentDiscount | null,
  net: SignedAmount,
  date: PlainDate,
): Checked<PaymentDiscount | null> {
  if (!discount) return { value: null, problems: [] };
  const problems: Problem[] = [];
  const amount = discount.percent === null ? discount.amount : percent(net, discount.percent);
  if (amount === null) problems.push({ code: 'required', field: 'discount.percent' });
  else if (isZero(amount) || isNegative(amount) || compare(amount, net) >= 0)
    problems.push({ code: 'discount_out_of_range', field: 'discount' });
  if (discount.until === null) problems.push({ code: 'required', field: 'discount.days' });
  else if (discount.until < date) problems.push({ code: 'discount_before_document_date', field: 'discount.until' });
  return { value: { ...discount, amount }, problems };
}

export const isTaxedOnReducedPrice = ({ identity }: Pick<CompanyFile, 'identity'>): boolean =>
  findCountryPack(identity.country_pack)!.earlyPayment.taxedOn === 'reduced_price';

interface PricedLine {
  readonly amount: SignedAmount;
  readonly kind: VatKind;
}

/** Sales outside the tax have no base, and that of a margin is not the price. */
const WITHOUT_BASE: ReadonlySet<VatKind> = new Set<VatKind>(['margin', 'outside_scope']);

/** Taxable base of each line. */
export function computeTaxBases(
  lines: readonly PricedLine[],
  discount: Pick<PaymentDiscount, 'amount'> | null,
  file: Pick<CompanyFile, 'identity'>,
): readonly SignedAmount[] {
  const nets = lines.map(({ amount }) => amount);
  const less = discount?.amount ?? ZERO;
  if (isZero(less) || isZero(sum(nets)) || !isTaxedOnReducedPrice(file)) return nets;
  const shares = share(less, nets);
  return lines.map(({ amount, kind }, index) => (WITHOUT_BASE.has(kind) ? amount : subtract(amount, shares[index]!)));
}
