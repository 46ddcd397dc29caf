import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { VatKind } from '../country-packs/pack.ts';
import type { PlainDate } from '../dates.ts';
import { add, compare, isNegative, isZero, percent, share, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import { getRecords } from '../records/state.ts';
import type { Checked, Problem } from '../refusal.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import type { DocumentContent } from './document-events.ts';
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

/** What may be deducted from a payment in time, including VAT where the tax is corrected then. */
export interface OfferedDiscount {
  readonly until: PlainDate;
  readonly total: SignedAmount;
  /** With a VAT code if its tax is corrected. */
  readonly parts: readonly { readonly amount: SignedAmount; readonly vat_code_id: number | null }[];
}

export type DiscountedDocument = Pick<DocumentContent, 'lines' | 'vat' | 'discount' | 'exchange_rate'>;

/** Null without a discount, and for documents in another currency, whose payment has a difference of its own. */
export function computeOffer(document: DiscountedDocument, file: CompanyFile): OfferedDiscount | null {
  const { lines, discount, exchange_rate } = document;
  if (!discount?.amount || discount.until === null || exchange_rate !== null) return null;
  const { amount, until } = discount;
  if (isTaxedOnReducedPrice(file)) return { until, total: amount, parts: [{ amount, vat_code_id: null }] };
  const nets = document.vat.map(({ vat_code_id }) =>
    sum(lines.filter((line) => line.vat_code_id === vat_code_id).map(({ amount_net }) => amount_net)),
  );
  if (nets.length === 0) return null;
  const shares = share(amount, nets);
  const parts = document.vat.flatMap(({ vat_code_id, charged }, index) => {
    const net = shares[index]!;
    const rate = getRecords(file.records, vatCodes).byId.get(vat_code_id)?.data.rate ?? ZERO;
    const tax = isZero(charged) ? ZERO : percent(net, rate);
    return isZero(net) ? [] : [{ amount: add(net, tax), vat_code_id }];
  });
  return { until, total: sum(parts.map((part) => part.amount)), parts };
}
