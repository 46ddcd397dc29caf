import { fixedAssetsByIds } from '../../projections/fixed-assets/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { countryOf } from './answer.ts';
import { FixedAsset, presentFixedAsset } from './asset.ts';
import { assetBin } from './bin.ts';
import { messages } from './messages.ts';
import { assetRoutes } from './routes.ts';
import { tableRoute } from './table.ts';
import { depreciateRoute, disposeRoute, eventsRoute } from './value-routes.ts';

/** Fixed assets, their plans, and what is posted for them. */
export const fixedAssets = subject({
  routes: [...assetRoutes, tableRoute, depreciateRoute, eventsRoute, disposeRoute],
  messages,
  feed: {
    'fixed-assets': {
      answer: FixedAsset,
      async read(request, ids) {
        const { services, company } = request;
        const [rows, country] = await Promise.all([
          fixedAssetsByIds(services.pool, company.id, ids),
          countryOf(request),
        ]);
        return rows.map((row) => withDeletion(presentFixedAsset(row, country), row));
      },
      table: 'fixed_assets',
    },
  },
  bin: { 'fixed-assets': assetBin },
});
