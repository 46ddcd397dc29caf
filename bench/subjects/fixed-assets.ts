import pg from 'pg';
import { createAssetPlanning } from '../../domain/fixed-assets/asset-plan.ts';
import { buildAssetSchedule } from '../../domain/fixed-assets/schedule.ts';
import type { AssetState } from '../../domain/fixed-assets/asset-state.ts';
import { toAssetState } from '../../projections/fixed-assets/asset-rows.ts';
import type { AssetPlan } from '../../projections/fixed-assets/tables.ts';
import { plainResult, spaced, type Result } from '../report.ts';
import { startSignedIn, type SignedInService } from '../service.ts';
import type { Stage } from '../stage.ts';

/**
 * A company file with very many fixed assets of all kinds: their plans over their whole lives, the depreciation of a year for all of them,
 * which is one append, and the table of the year.
 */

const AT_ONCE = 50;
const CATEGORIES = ['vehicles', 'computers', 'furniture', 'machinery', 'software', 'buildings'];

export async function measureAssets(stage: Stage): Promise<Result[]> {
  const count = stage.extent.fixedAssets;
  const databaseUrl = await stage.createDatabase('assets');
  const service = await startSignedIn(stage, databaseUrl);
  const bare = new pg.Client({ connectionString: databaseUrl });
  try {
    await bare.connect();
    const file = await service.openFile('ASSETS');
    const path = `/v1/companies/${file.public_token}`;
    stage.note(`Fixed assets: ${spaced(count)} are put on record`);
    await createAssets(service, path, count);
    const rows = await fixedAssetsOf(bare);
    const [planMs, years] = await timed(() => Promise.resolve(plannedYears(rows)));
    stage.note(`Fixed assets: ${spaced(years)} years of plans; now depreciated`);
    const before = await eventsIn(bare);
    const depreciate = () =>
      service.call<{ assets_count: number; entries: unknown[] }>('POST', `${path}/fixed-assets/depreciate`, {
        until: '2026-12-31',
      });
    const [runMs, run] = await timed(depreciate);
    const appended = (await eventsIn(bare)) - before;
    // One entry and one event beside it, of one operation: both are in one append, or neither is.
    if (run.assets_count !== count || run.entries.length !== 1 || appended !== 2)
      throw new Error(`${run.assets_count} assets, ${run.entries.length} entries, ${appended} events`);
    const [againMs] = await timed(depreciate);
    const [tableMs] = await timed(() => service.call('GET', `${path}/fixed-assets/table`));
    const of = `of ${spaced(count)} fixed assets`;
    return [
      plainResult(`schedules ${of}`, 'ms', planMs, { atMost: 3_000 }),
      plainResult(`depreciation of a year ${of}, with its entry`, 'ms', runMs, { atMost: 3_000 }),
      plainResult('the same again, with nothing to post', 'ms', againMs, { atMost: 3_000 }),
      plainResult(`table of a year ${of}`, 'ms', tableMs, { atMost: 3_000 }),
    ];
  } finally {
    await bare.end();
    await service.stop();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [milliseconds: number, T]> {
  const startedAt = performance.now();
  const result = await work();
  return [performance.now() - startedAt, result];
}

async function createAssets(service: SignedInService, path: string, count: number): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => {
        const number = first + index;
        const day = `2026-${String((number % 12) + 1).padStart(2, '0')}-${String((number % 28) + 1).padStart(2, '0')}`;
        return service.call('POST', `${path}/fixed-assets`, {
          code: `A${number}`,
          label: `Asset ${number}`,
          category: CATEGORIES[number % CATEGORIES.length],
          acquired_on: day,
          cost: `${1_000 + (number % 977)}.${String(number % 100).padStart(2, '0')}`,
        });
      }),
    );
}

function plannedYears(rows: readonly { readonly asset: AssetState }[]): number {
  const planning = createAssetPlanning('BE', [{ code: '2026', starts_on: '2026-01-01', ends_on: '2026-12-31' }]);
  return rows.reduce((years, { asset }) => years + buildAssetSchedule(asset, planning).length, 0);
}

async function fixedAssetsOf(bare: pg.Client): Promise<readonly { readonly asset: AssetState }[]> {
  const { rows } = await bare.query<{ head: Parameters<typeof toAssetState>[0]; plan: AssetPlan }>(
    'SELECT to_jsonb(f) AS head, p.plan FROM read.fixed_assets f JOIN read.fixed_asset_plans p ON p.id = f.id',
  );
  return rows.map(({ head, plan }) => ({ asset: toAssetState(head, plan) }));
}

async function eventsIn(bare: pg.Client): Promise<number> {
  const { rows } = await bare.query<{ count: string }>('SELECT count(*) FROM log.events');
  return Number(rows[0]!.count);
}
