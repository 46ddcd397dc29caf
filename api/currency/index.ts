import { readOwnRatesByIds } from '../../projections/currency/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { presentSyncedRate, SyncedExchangeRate } from './exchange-rate.ts';
import { messages } from './messages.ts';
import { exchangeRateRoutes } from './routes.ts';

/** Exchange rates: published ones, and those of the company file. */
export const currency = subject({
  areas: { currency: 'Foreign currency: exchange rates and revaluation.' },
  routes: exchangeRateRoutes,
  messages,
  feed: {
    'exchange-rates': {
      answer: SyncedExchangeRate,
      async read({ services, company }, ids) {
        const rows = await readOwnRatesByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentSyncedRate(row), row));
      },
      table: 'own_exchange_rates',
      isGoneForGood: true,
    },
  },
});
