import { addDays, addMonths, type PlainDate } from '../dates.ts';
import { isZero } from '../money.ts';
import type { Problem } from '../refusal.ts';
import { isBusinessCustomer, type InvoiceContext } from './invoice-context.ts';

/** Last day of the month after the supply on which an invoice may be issued, in the three countries. */
const LATEST_ISSUE_DAY = '15';

/** What is unusual in a document that can nevertheless be issued. */
export function findInvoiceWarnings(context: InvoiceContext): readonly Problem[] {
  const { document, company, pack } = context;
  const supplied = document.supply_date ?? document.supply_period?.to ?? null;
  const latest = supplied && computeLatestIssueDate(supplied);
  const term = pack.latePayment.business.longestTerm;
  const isLongTerm =
    term !== null &&
    document.due_date !== null &&
    isBusinessCustomer(context) &&
    document.due_date > addDays(document.document_date, term);
  const isTaxedSmallBusiness = company.vat_regime === 'franchise' && !isZero(document.amount_vat);
  return [
    ...(latest !== null && document.document_date > latest
      ? [{ code: 'invoice_issued_late', field: 'document_date', params: { latest } }]
      : []),
    ...(isLongTerm ? [{ code: 'payment_term_too_long', field: 'due_date', params: { days: term } }] : []),
    ...(isTaxedSmallBusiness ? [{ code: 'tax_of_small_business', field: 'lines' }] : []),
  ];
}

const computeLatestIssueDate = (supplied: PlainDate): PlainDate =>
  `${addMonths(`${supplied.slice(0, 7)}-01`, 1).slice(0, 7)}-${LATEST_ISSUE_DAY}`;
