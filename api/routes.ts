import { accounts } from './accounts/index.ts';
import { analytics } from './analytics/index.ts';
import { attachments } from './attachments/index.ts';
import { auditFiles } from './audit-files/index.ts';
import { bank } from './bank/index.ts';
import { bankRules } from './bank-rules/index.ts';
import { budgets } from './budgets/index.ts';
import { bridge } from './bridge/index.ts';
import { companies } from './companies/index.ts';
import { currency } from './currency/index.ts';
import { documentImports } from './document-imports/index.ts';
import { documents } from './documents/index.ts';
import { dossiers } from './dossiers/index.ts';
import { files } from './files/index.ts';
import { firms } from './firms/index.ts';
import { fiscalYears } from './fiscal-years/index.ts';
import { history } from './history/index.ts';
import { identity } from './identity/index.ts';
import { integrations } from './integrations/index.ts';
import { imports } from './imports/index.ts';
import { journals } from './journals/index.ts';
import { numberSeries } from './number-series/index.ts';
import { ledger } from './ledger/index.ts';
import { lettering } from './lettering/index.ts';
import { licence } from './licence/index.ts';
import { lookup } from './lookup/index.ts';
import { mail } from './mail/index.ts';
import { mcp } from './mcp/index.ts';
import { meta } from './meta/index.ts';
import { migrations } from './book-migrations/index.ts';
import { eReporting } from './e-reporting/index.ts';
import { lifecycle } from './lifecycle/index.ts';
import { peppol } from './peppol/index.ts';
import { persons } from './persons/index.ts';
import { records } from './records/index.ts';
import { reports } from './reports/index.ts';
import { reportQueries } from './report-queries/index.ts';
import { recurringEntries } from './recurring-entries/index.ts';
import { fixedAssets } from './fixed-assets/index.ts';
import { corporateTax } from './corporate-tax/index.ts';
import { revaluations } from './revaluations/index.ts';
import { sepa } from './sepa/index.ts';
import { search } from './search/index.ts';
import { assembleApi } from './subject.ts';
import { sync } from './sync/index.ts';
import { thirdParties } from './third-parties/index.ts';
import { vatCodes } from './vat-codes/index.ts';
import { webhooks } from './webhooks/index.ts';
import { annualFilings } from './annual-filings/index.ts';
import { vatDeclarations } from './vat-declarations/index.ts';
import { vatFiling } from './vat-filing/index.ts';

/** The subjects of the API, in the order of the documentation. */
export const subjects = [
  meta,
  identity,
  firms,
  companies,
  migrations,
  fiscalYears,
  analytics,
  accounts,
  vatCodes,
  journals,
  numberSeries,
  thirdParties,
  persons,
  records,
  ledger,
  attachments,
  documents,
  documentImports,
  peppol,
  lifecycle,
  eReporting,
  reports,
  reportQueries,
  budgets,
  imports,
  lettering,
  mail,
  sepa,
  recurringEntries,
  fixedAssets,
  bank,
  bankRules,
  currency,
  revaluations,
  corporateTax,
  integrations,
  vatDeclarations,
  annualFilings,
  vatFiling,
  dossiers,
  search,
  auditFiles,
  history,
  sync,
  bridge,
  licence,
  lookup,
  webhooks,
  mcp,
  files,
];

/** The whole API, one entry per route. */
export const api = assembleApi(subjects);
export const { routes } = api;
