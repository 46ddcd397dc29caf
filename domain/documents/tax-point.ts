import type { UblDocument } from '../e-invoicing/index.ts';
import { isZero } from '../money.ts';
import { listUsedCodes, type InvoiceContext } from './invoice-context.ts';
import { MENTION_CHECKS } from './mention-cases.ts';
import { isSelfBilled } from './self-billing.ts';

/**
 * When the tax of a document becomes due, as an electronic invoice states it (BT-8): with the invoice for French
 * companies that opted for it, with the payment if that holds for all its taxed lines. Null: nothing is stated.
 */
export function findTaxPoint(context: InvoiceContext): NonNullable<UblDocument['taxPoint']> | null {
  const taxed = listUsedCodes(context).filter(({ kind, rate }) => kind === 'standard' && !isZero(rate));
  if (taxed.length === 0) return null;
  if (taxed.every(({ exigibility }) => exigibility === 'payment')) return 'payment';
  // The option of the supplier is not known.
  if (isSelfBilled(context.document) || context.pack.code !== 'FR') return null;
  return MENTION_CHECKS.vat_on_debits(context) ? 'invoice' : null;
}
