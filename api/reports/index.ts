import { subject } from '../subject.ts';
import { generalLedgerRoute } from './general-ledger.ts';
import { journalsRoute } from './journals.ts';
import { messages } from './messages.ts';
import { thirdPartyReportRoutes } from './third-parties.ts';
import { trialBalanceRoute } from './trial-balance.ts';

/** Balances, ledgers and balances of third parties. */
export const reports = subject({
  routes: [trialBalanceRoute, generalLedgerRoute, journalsRoute, ...thirdPartyReportRoutes],
  messages,
});
