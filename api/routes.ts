import { attachmentRoutes } from './attachments/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { companyRoutes } from './companies/routes.ts';
import { logoRoutes } from './files/logos.ts';
import { firmRoutes } from './firms/routes.ts';
import { closingRoutes } from './fiscal-years/closing-routes.ts';
import { openingBalanceRoute } from './fiscal-years/opening-balance.ts';
import { fiscalYearRoutes } from './fiscal-years/routes.ts';
import type { Route } from './http/route.ts';
import { journalRuleRoutes } from './journals/rules.ts';
import { routingRoute } from './journals/routing.ts';
import { correctionRoutes } from './ledger/correction-routes.ts';
import { postingRoutes } from './ledger/posting-routes.ts';
import { entryRoutes } from './ledger/routes.ts';
import { letteringRoutes } from './lettering/routes.ts';
import { licenceRoutes } from './licence/routes.ts';
import { metaRoutes } from './meta/routes.ts';
import { importRoutes } from './records/import/routes.ts';
import { recordRoutes } from './records/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { syncRoutes } from './sync/routes.ts';
import { thirdPartyCheckRoutes } from './third-parties/checks.ts';
import { thirdPartyLedgerRoutes } from './third-parties/ledger.ts';
import { thirdPartyRoutes } from './third-parties/routes.ts';
import { statementRoute } from './third-parties/statement.ts';

/** The whole API, one row a route. */
export const routes: readonly Route[] = [
  ...metaRoutes,
  ...identityRoutes,
  ...firmRoutes,
  ...companyRoutes,
  ...fiscalYearRoutes,
  ...closingRoutes,
  openingBalanceRoute,
  ...recordRoutes,
  ...accountRoutes,
  ...journalRuleRoutes,
  routingRoute,
  ...importRoutes,
  ...thirdPartyRoutes,
  ...thirdPartyCheckRoutes,
  ...thirdPartyLedgerRoutes,
  statementRoute,
  ...entryRoutes,
  ...postingRoutes,
  ...correctionRoutes,
  ...attachmentRoutes,
  ...reportRoutes,
  ...letteringRoutes,
  ...syncRoutes,
  ...licenceRoutes,
  ...logoRoutes,
];
