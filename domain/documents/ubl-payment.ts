import type { UblPayment } from '../e-invoicing/index.ts';
import type { DocumentContent } from './document-events.ts';

/** How an electronic invoice is paid, or was. */

interface PayableDocument {
  readonly document: Pick<DocumentContent, 'paid_on' | 'paid_by' | 'number' | 'currency' | 'structured_communication'>;
  /** Account for the customer's payment. */
  readonly bank: { readonly iban: string; readonly bic: string | null } | null;
}

/** UNTDID 4461. A transfer or debit that was made needs no account any more, and is then unspecified. */
const PAID_BY = { card: '48', cash: '10', transfer: '30', direct_debit: '49' } as const;
const UNSPECIFIED = '1';

export function buildUblPayment({ document, bank }: PayableDocument): UblPayment | null {
  if (document.paid_on !== null) {
    const means = document.paid_by === null ? UNSPECIFIED : PAID_BY[document.paid_by];
    return { means, iban: null, bic: null, reference: document.number };
  }
  if (!bank) return null;
  return {
    // SEPA for euros; other transfers for foreign currencies.
    means: document.currency === 'EUR' ? '58' : '30',
    iban: bank.iban,
    bic: bank.bic,
    reference: document.structured_communication ?? document.number,
  };
}
