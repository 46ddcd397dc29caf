import { add, share, subtract, sum } from '../money.ts';
import type { DocumentContent } from './document-events.ts';

/**
 * Goods under the margin scheme are shown at their price: the buyer must not see the margin or the tax in it. The lines
 * of one item, its margin and its cost, share a description and are merged.
 */
export interface PricedGoods {
  readonly description: string;
  readonly price: string;
}

export function mergePricedGoods(
  { lines, vat }: Pick<DocumentContent, 'lines' | 'vat'>,
  isTaxedByMargin: (vatCodeId: number) => boolean,
): readonly PricedGoods[] {
  const prices = new Map<string, string>();
  const addAmount = (description: string, amount: string): void =>
    void prices.set(description, add(prices.get(description) ?? '0.00', amount));
  const goods = lines.filter(({ vat_code_id }) => isTaxedByMargin(vat_code_id));
  for (const { description, amount_net } of goods) addAmount(description, amount_net);
  for (const { vat_code_id, charged } of vat) {
    const taxed = goods.filter((line) => line.vat_code_id === vat_code_id);
    if (taxed.length === 0) continue;
    const nets = taxed.map(({ amount_net }) => amount_net);
    share(charged, nets).forEach((tax, index) => addAmount(taxed[index]!.description, tax));
  }
  return [...prices].map(([description, price]) => ({ description, price }));
}

export const sumPrices = (goods: readonly PricedGoods[]): string => sum(goods.map(({ price }) => price));

/** The tax that the buyer sees. */
export function withoutMarginTax<Taxed extends Pick<DocumentContent, 'vat' | 'amount_vat'>>(
  document: Taxed,
  isTaxedByMargin: (vatCodeId: number) => boolean,
): Taxed {
  const hidden = document.vat.filter(({ vat_code_id }) => isTaxedByMargin(vat_code_id));
  const amount_vat = subtract(document.amount_vat, sum(hidden.map(({ charged }) => charged)));
  return { ...document, vat: document.vat.filter((tax) => !hidden.includes(tax)), amount_vat };
}
