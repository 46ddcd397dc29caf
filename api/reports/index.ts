import { subject } from '../subject.ts';
import { generalLedgerRoute } from './general-ledger.ts';
import { journalsRoute } from './journals.ts';
import { messages } from './messages.ts';
import { thirdPartyReportRoutes } from './third-parties.ts';
import { trialBalanceRoute } from './trial-balance.ts';
import { vatSummaryRoute } from './vat-summary.ts';

/** Balances, ledgers, balances of third parties, and what the VAT codes come to. */
export const reports = subject({
  routes: [trialBalanceRoute, generalLedgerRoute, journalsRoute, ...thirdPartyReportRoutes, vatSummaryRoute],
  messages,
});
