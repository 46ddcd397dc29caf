import { readFixedAssetsByIds } from '../../projections/fixed-assets/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { readCountry } from './answer.ts';
import { FixedAsset, presentFixedAsset } from './asset.ts';
import { assetTrash } from './bin.ts';
import { importAssetsRoute } from './import-route.ts';
import { fixedAssetSheet } from './import-columns.ts';
import { messages } from './messages.ts';
import { assetRoutes } from './routes.ts';
import { tableRoute } from './table.ts';
import { depreciateRoute, disposeRoute, eventsRoute } from './value-routes.ts';

/** Fixed assets, their depreciation plans and postings. */
export const fixedAssets = subject({
  areas: { 'fixed-assets': 'Fixed assets and their depreciation.' },
  routes: [...assetRoutes, importAssetsRoute, tableRoute, depreciateRoute, eventsRoute, disposeRoute],
  messages,
  imports: [fixedAssetSheet],
  feed: {
    'fixed-assets': {
      answer: FixedAsset,
      async read(request, ids) {
        const { services, company } = request;
        const [rows, country] = await Promise.all([
          readFixedAssetsByIds(services.pool, company.id, ids),
          readCountry(request),
        ]);
        return country === null ? [] : rows.map((row) => withDeletion(presentFixedAsset(row, country), row));
      },
      table: 'fixed_assets',
    },
  },
  bin: { 'fixed-assets': assetTrash },
  feedOrder: { 'fixed-assets': 190 },
});
