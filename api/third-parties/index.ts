import { THIRD_PARTY_TYPES } from '../../domain/third-parties/third-party.ts';
import { choice } from '../http/input/fields.ts';
import { ImportOptions, createImportRoute } from '../records/import/routes.ts';
import { createRecordRoutes } from '../records/routes.ts';
import { subject } from '../subject.ts';
import { thirdPartyCheckRoutes } from './checks.ts';
import { thirdPartyLedgerRoutes } from './ledger.ts';
import { messages } from './messages.ts';
import { thirdPartySheet } from './sheet.ts';
import { thirdPartyRoutes } from './routes.ts';
import { statementRoute } from './statement.ts';
import { thirdPartyApi } from './third-party.ts';

/** Customers and suppliers. */
export const thirdParties = subject({
  areas: { 'third-parties': 'Customers and suppliers.' },
  routes: [
    ...createRecordRoutes(thirdPartyApi),
    // A file of customers rarely states the type on each line.
    createImportRoute(thirdPartyApi, {
      role: 'encoder',
      sheet: thirdPartySheet,
      options: ImportOptions.extend({ type: choice(THIRD_PARTY_TYPES).nullish() }),
    }),
    ...thirdPartyRoutes,
    ...thirdPartyCheckRoutes,
    ...thirdPartyLedgerRoutes,
    statementRoute,
  ],
  messages,
  imports: [thirdPartySheet],
  records: [thirdPartyApi],
  feedOrder: { 'third-parties': 80 },
});
