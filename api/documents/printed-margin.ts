import { add, share, sum } from '../../domain/money.ts';
import type { DocumentRow } from '../../projections/documents/queries.ts';

/**
 * Goods that are taxed by their margin stand on paper at their price: neither the margin nor the tax in it is told to whoever buys.
 * The lines of one thing, its margin and what it had cost, have one description and become one.
 */
export interface PricedGoods {
  readonly description: string;
  readonly price: string;
}

export function pricedGoods(
  { lines, vat }: Pick<DocumentRow, 'lines' | 'vat'>,
  isTaxedByMargin: (vatCodeId: number) => boolean,
): readonly PricedGoods[] {
  const prices = new Map<string, string>();
  const put = (description: string, amount: string): void =>
    void prices.set(description, add(prices.get(description) ?? '0.00', amount));
  const goods = lines.filter(({ vat_code_id }) => isTaxedByMargin(vat_code_id));
  for (const { description, amount_net } of goods) put(description, amount_net);
  for (const { vat_code_id, charged } of vat) {
    const taxed = goods.filter((line) => line.vat_code_id === vat_code_id);
    if (taxed.length === 0) continue;
    const nets = taxed.map(({ amount_net }) => amount_net);
    share(charged, nets).forEach((tax, index) => put(taxed[index]!.description, tax));
  }
  return [...prices].map(([description, price]) => ({ description, price }));
}

export const priceOfAll = (goods: readonly PricedGoods[]): string => sum(goods.map(({ price }) => price));
