import { generalLedgerRoute } from './general-ledger.ts';
import { journalsRoute } from './journals.ts';
import { thirdPartyReportRoutes } from './third-parties.ts';
import { trialBalanceRoute } from './trial-balance.ts';

export const reportRoutes = [trialBalanceRoute, generalLedgerRoute, journalsRoute, ...thirdPartyReportRoutes];
