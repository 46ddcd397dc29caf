import { isZero, negate, sum } from '../../domain/money.ts';
import type { Invoice, ListedInvoice } from './answers.ts';

/** Amounts of documents as they count: credit notes are negative. */

const orient = ({ is_credit_note }: Pick<Invoice, 'is_credit_note'>, amount: string): string =>
  is_credit_note && !isZero(amount) ? negate(amount) : amount;

export const getGross = (invoice: Invoice): string => orient(invoice, invoice.amount_gross);

/** In the currency of the company file; empty while the rate is unknown. */
export const getBaseGross = (invoice: Invoice): string =>
  invoice.base_amount_gross === null ? '' : orient(invoice, invoice.base_amount_gross);

/** What is left to pay, in the currency of the company file; empty for what is not booked. */
export const getOpen = (invoice: ListedInvoice): string =>
  invoice.payment === null ? '' : orient(invoice, invoice.payment.open_amount);

export const isOffer = ({ kind }: Pick<Invoice, 'kind'>): boolean => kind === 'quotation' || kind === 'proforma';

/** Offers are no sales yet: they count only where nothing else is shown. */
export function sumShown(rows: readonly ListedInvoice[]): { readonly gross: string; readonly open: string } {
  const counted = rows.every(isOffer) ? rows : rows.filter((row) => !isOffer(row));
  const add = (getAmount: (row: ListedInvoice) => string): string =>
    sum(counted.map(getAmount).filter((amount) => amount !== ''));
  return { gross: add(getBaseGross), open: add(getOpen) };
}
