import type { VatKind } from '../country-packs/pack.ts';
import type { PlainDate } from '../dates.ts';
import { add, isZero, share, ZERO, type SignedAmount } from '../money.ts';

/**
 * What a French company reports to the tax office beside its electronic invoices (CGI 290, 290 A): sales to consumers and
 * to customers abroad, and the payments of services among them.
 */

export type ReportedKind = 'b2c' | 'international';

/**
 * Categories of the e-reporting: taxed goods, taxed services, sales that are not taxed in France, and sales under the
 * margin scheme.
 */
export type ReportedCategory = 'TLB1' | 'TPS1' | 'TNT1' | 'TMA1';

export interface ReportedTransaction {
  readonly kind: ReportedKind;
  readonly date: PlainDate;
  readonly category: ReportedCategory;
  readonly rate: string;
  readonly base: SignedAmount;
  readonly tax: SignedAmount;
  readonly currency: string;
  /** Number of sales. */
  readonly count: number;
}

export interface ReportedPayment {
  readonly date: PlainDate;
  readonly rate: string;
  readonly amount: SignedAmount;
  readonly document_id: number | null;
}

export interface SoldCustomer {
  readonly country: string | null;
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
}

/** A VAT code of sales, as far as reporting depends on it. */
export interface SoldCode {
  readonly kind: VatKind;
  readonly rate: string;
  /** `services`, `goods`, …; null: as the document says. */
  readonly nature: string | null;
}

/** The effect of one VAT code in an entry. */
export interface Sale {
  readonly entry_id: number;
  readonly date: PlainDate;
  /** Null: the sale names no customer. */
  readonly customer: SoldCustomer | null;
  readonly code: SoldCode;
  readonly documentNature: string | null;
  readonly base: SignedAmount;
  readonly tax: SignedAmount;
}

/** Null for a sale between companies in France, which is an electronic invoice. */
export function findReportedKind(customer: SoldCustomer | null): ReportedKind | null {
  if (customer === null) return 'b2c';
  if (customer.country !== null && customer.country !== 'FR') return 'international';
  return customer.enterprise_number === null && customer.vat_number === null ? 'b2c' : null;
}

export function chooseCategory({ kind, rate, nature }: SoldCode, documentNature: string | null): ReportedCategory {
  if (kind === 'margin') return 'TMA1';
  if (kind !== 'standard' || isZero(rate)) return 'TNT1';
  return (nature ?? documentNature) === 'services' ? 'TPS1' : 'TLB1';
}

/** Summed by kind, day, category and rate, in this order. */
export function reportTransactions(sales: readonly Sale[], currency: string): readonly ReportedTransaction[] {
  const totals = new Map<string, { row: ReportedTransaction; entries: Set<number> }>();
  for (const { entry_id, date, customer, code, documentNature, base, tax } of sales) {
    const kind = findReportedKind(customer);
    if (kind === null) continue;
    const category = chooseCategory(code, documentNature);
    const key = [kind, date, category, code.rate.padStart(6, '0')].join(' ');
    const known = totals.get(key) ?? {
      row: { kind, date, category, rate: code.rate, base: ZERO, tax: ZERO, currency, count: 0 },
      entries: new Set<number>(),
    };
    known.entries.add(entry_id);
    const row = { ...known.row, base: add(known.row.base, base), tax: add(known.row.tax, tax) };
    totals.set(key, { row: { ...row, count: known.entries.size }, entries: known.entries });
  }
  return [...totals].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, { row }]) => row);
}

/** A part of an invoice that was settled. */
export interface Settlement {
  readonly date: PlainDate;
  readonly customer: SoldCustomer | null;
  readonly document_id: number | null;
  readonly amount: SignedAmount;
  /** What the invoice charges by VAT code, including tax; `isOnPayment`: its tax is due with the payment. */
  readonly charged: readonly { readonly rate: string; readonly amount: SignedAmount; readonly isOnPayment: boolean }[];
}

/** Payments of services whose tax is due with the payment, by rate. A payment of several rates is shared between them. */
export function reportPayments(settlements: readonly Settlement[]): readonly ReportedPayment[] {
  return settlements
    .filter(({ customer }) => findReportedKind(customer) !== null)
    .flatMap(({ date, document_id, amount, charged }) => {
      const weights = charged.map((one) => one.amount);
      if (weights.every((weight) => isZero(weight))) return [];
      const parts = share(amount, weights);
      return charged.flatMap(({ rate, isOnPayment }, index) =>
        isOnPayment ? [{ date, rate, amount: parts[index]!, document_id }] : [],
      );
    });
}
