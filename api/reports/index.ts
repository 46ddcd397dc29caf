import { subject } from '../subject.ts';
import { annualAccountsRoute } from './annual-accounts.ts';
import { cashFlowRoute } from './cash-flow.ts';
import { comparisonRoute } from './comparison.ts';
import { generalLedgerRoute } from './general-ledger.ts';
import { journalsRoute } from './journals.ts';
import { keyFiguresRoute } from './key-figures.ts';
import { messages } from './messages.ts';
import { statementRoutes } from './statements.ts';
import { thirdPartyReportRoutes } from './third-parties.ts';
import { trialBalanceRoute } from './trial-balance.ts';
import { vatSummaryRoute } from './vat-summary.ts';

/** Balances, ledgers, statements and derived reports. */
export const reports = subject({
  areas: { reports: 'Trial balances, ledgers and annual accounts.' },
  routes: [
    trialBalanceRoute,
    generalLedgerRoute,
    journalsRoute,
    ...statementRoutes,
    annualAccountsRoute,
    ...thirdPartyReportRoutes,
    vatSummaryRoute,
    cashFlowRoute,
    comparisonRoute,
    keyFiguresRoute,
  ],
  messages,
});
