import { readFiscalYearsByIds } from '../../projections/fiscal-years/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { accrualsRoute } from './accruals.ts';
import { closingRoutes } from './closing-routes.ts';
import { FiscalYear, presentFiscalYear } from './fiscal-year.ts';
import { openingSheet } from './opening-file.ts';
import { messages } from './messages.ts';
import { openingBalanceRoute } from './opening-balance.ts';
import { fiscalYearRoutes } from './routes.ts';

/** Fiscal years and periods: opening, locking and closing. */
export const fiscalYears = subject({
  areas: { 'fiscal-years': 'Fiscal years and periods: opening, locking and closing.' },
  routes: [...fiscalYearRoutes, ...closingRoutes, openingBalanceRoute, accrualsRoute],
  messages,
  imports: [openingSheet],
  feed: {
    'fiscal-years': {
      answer: FiscalYear,
      async read({ services, company, language }, ids) {
        const rows = await readFiscalYearsByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentFiscalYear(row, language), row));
      },
      isGoneForGood: true,
    },
  },
  feedOrder: { 'fiscal-years': 20 },
});
