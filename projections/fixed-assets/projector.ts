import type { AssetEvent } from '../../domain/fixed-assets/asset-events.ts';
import {
  computeAdjustmentEffect,
  computeBookValue,
  evolveAsset,
  createAssetState,
  deriveAssetStatus,
  getAssetStatus,
  type AssetState,
  type OneAssetEvent,
} from '../../domain/fixed-assets/asset-state.ts';
import { add, negate, subtract, ZERO } from '../../domain/money.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { toAssetState, toAssetHead, toAssetPlan } from './asset-rows.ts';
import { fixedAssetMovements, fixedAssetPlans, fixedAssets } from './tables.ts';
import { NOT_TRASHED, projectTrash } from '../support/trash.ts';
import { assetBin } from '../../domain/fixed-assets/bin.ts';

type Row = RowOf<typeof fixedAssets>;
type Movement = Pick<RowOf<typeof fixedAssetMovements>, 'kind' | 'date'> & Partial<RowOf<typeof fixedAssetMovements>>;

type TrashEvent = 'FixedAssetTrashed' | 'FixedAssetRestored' | 'FixedAssetsPurged';

/** The plan also states whether the asset is trashed. */
export const assetTrash = projectTrash(assetBin, fixedAssets, (move, { id }, _provenance, batch) => {
  if (move === 'purge') return;
  const row = batch.get(fixedAssetPlans, id)!;
  batch.put(fixedAssetPlans, { ...row, plan: { ...row.plan, is_trashed: move === 'trash' } });
});

export function projectFixedAssets(
  event: Exclude<AssetEvent, { readonly type: TrashEvent }>,
  stored: RecordedEvent,
  batch: Batch,
): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const recordChange = (id: number, version: number, before: object | null, after: object | null) =>
    batch.recordChange({ companyId: company_id, resource: 'fixed-assets', id, op: 'upsert', version, before, after });
  const recordMovements = (id: number, version: number, movements: readonly Movement[]): void => {
    for (const [index, movement] of movements.entries())
      batch.put(fixedAssetMovements, {
        cost: ZERO,
        revalued: ZERO,
        depreciated: ZERO,
        impaired: ZERO,
        duration_months: null,
        reason: null,
        entry_id: null,
        origin_line_id: null,
        ...movement,
        ...pickAccounts(hasAccounts(movement) ? movement : batch.get(fixedAssets, id)!),
        fixed_asset_id: id,
        version,
        part: index + 1,
        company_id,
        created_at: recorded_at,
      });
  };
  const putAsset = (
    row: Pick<Row, 'id' | 'created_at'> & Omit<Row, keyof ReturnType<typeof toAssetHead>>,
    asset: AssetState,
  ) => {
    const { id, created_at } = row;
    batch.put(fixedAssets, { ...row, ...toAssetHead(asset) });
    batch.put(fixedAssetPlans, { id, company_id, plan: toAssetPlan(asset), created_at });
  };

  if (event.type === 'FixedAssetCreated') {
    const { id, ...fields } = event.data;
    const asset = createAssetState(id, fields);
    const made = { created_at: recorded_at, updated_at: recorded_at, created_by: user_id };
    putAsset({ id, company_id, seq: recordChange(id, 1, null, null), ...made, ...NOT_TRASHED }, asset);
    recordMovements(id, 1, buildOpeningMovements(asset));
    return;
  }
  if (event.type === 'FixedAssetsDepreciated' || event.type === 'FixedAssetsDepreciationTakenBack') {
    const isTakenBack = event.type === 'FixedAssetsDepreciationTakenBack';
    const apply = isTakenBack ? subtract : add;
    const { depreciated_until, posted_on: date = depreciated_until, entry_id } = event.data;
    for (const { previous_until, assets } of event.data.groups)
      for (const { id, version, move: number, amount } of assets) {
        const row = batch.get(fixedAssets, id)!;
        const after = applyDepreciation(row, {
          depreciated: apply(row.depreciated, amount),
          posted: apply(row.posted, amount),
          depreciated_until: isTakenBack ? previous_until : depreciated_until,
          moves: isTakenBack ? number - 1 : number,
          version,
        });
        const seq = recordChange(
          id,
          version,
          ...findDifferences(pickDepreciationFields(row), pickDepreciationFields(after)),
        );
        batch.put(fixedAssets, { ...after, seq, updated_at: recorded_at });
        const taken = isTakenBack ? negate(amount) : amount;
        recordMovements(id, version, [{ kind: 'depreciation', date, depreciated: taken, entry_id }]);
      }
    return;
  }
  const row = batch.get(fixedAssets, event.data.id)!;
  const earlier = toAssetState(row, batch.get(fixedAssetPlans, row.id)!.plan);
  const asset = evolveAsset(earlier, event);
  const seq = recordChange(
    row.id,
    asset.version,
    ...findDifferences(pickVisibleFields(earlier), pickVisibleFields(asset)),
  );
  putAsset({ ...row, seq, updated_at: recorded_at }, asset);
  recordMovements(row.id, asset.version, buildMovements(event, earlier, asset));
}

/** Applies a depreciation run to a row; the plan does not change. */
function applyDepreciation(
  row: Row,
  changed: Pick<Row, 'depreciated' | 'posted' | 'depreciated_until' | 'moves' | 'version'>,
): Row {
  const after = { ...row, ...changed };
  return { ...after, book_value: computeBookValue(after), status: deriveAssetStatus(after) };
}

/** The acquisition, and the depreciation recorded in earlier books. */
function buildOpeningMovements({ fields, depreciated }: AssetState): readonly Movement[] {
  const { acquired_on, cost, opening_until, origin_line_id } = fields;
  const accounts = pickAccounts(fields);
  const opening = { kind: 'opening_depreciation', date: opening_until ?? '', depreciated, ...accounts } as const;
  return [
    { kind: 'acquisition', date: acquired_on, cost, origin_line_id, ...accounts },
    ...(opening_until === null ? [] : [opening]),
  ];
}

function buildMovements(
  event: Exclude<OneAssetEvent, { readonly type: TrashEvent }>,
  before: AssetState,
  after: AssetState,
): readonly Movement[] {
  switch (event.type) {
    case 'FixedAssetChanged': {
      const [earlier, later] = [buildOpeningMovements(before), buildOpeningMovements(after)];
      if (before.moves > 0 || JSON.stringify(earlier) === JSON.stringify(later)) return [];
      return [...earlier.map(negateMovement), ...later];
    }
    case 'FixedAssetAdjusted': {
      const { kind, date, amount, duration_months, reason, entry_id, origin_line_id = null } = event.data;
      if (kind === 'transfer') return buildTransferMovements(before, after, date, { reason, entry_id });
      return [
        { kind, date, ...computeAdjustmentEffect(kind, amount), duration_months, reason, entry_id, origin_line_id },
      ];
    }
    case 'FixedAssetAdjustmentTakenBack': {
      const { kind, date, amount } = event.data;
      if (kind === 'transfer') return buildTransferMovements(before, after, date, {});
      const origin_line_id = before.origins.find(({ number }) => number === event.data.number)?.line_id ?? null;
      return [negateMovement({ kind, date, ...computeAdjustmentEffect(kind, amount), origin_line_id })];
    }
    case 'FixedAssetDisposed':
    case 'FixedAssetDisposalTakenBack': {
      const { cost, revalued, depreciated, impaired, disposed_on } = event.data;
      const value = { cost, revalued, depreciated, impaired };
      if (event.type === 'FixedAssetDisposalTakenBack') return [{ kind: 'disposal', date: disposed_on, ...value }];
      const { entry_ids } = event.data;
      return [negateMovement({ kind: 'disposal', date: disposed_on, ...value, entry_id: entry_ids[0] ?? null })];
    }
  }
}

type Placed = { readonly account_id: number; readonly depreciation_account_id?: number | null };

const hasAccounts = (movement: Movement): movement is Movement & Placed => movement.account_id !== undefined;

const pickAccounts = ({ account_id, depreciation_account_id = null }: Placed) => ({
  account_id,
  depreciation_account_id,
});

/** Moves the whole value of the asset from one account to another. */
function buildTransferMovements(
  before: AssetState,
  after: AssetState,
  date: string,
  words: Partial<Movement>,
): readonly Movement[] {
  const { cost, revalued, depreciated, impaired } = after;
  const value = { kind: 'transfer', date, cost, revalued, depreciated, impaired, ...words } as const;
  return [negateMovement({ ...value, ...pickAccounts(before.fields) }), { ...value, ...pickAccounts(after.fields) }];
}

function negateMovement(movement: Movement): Movement {
  const { cost = ZERO, revalued = ZERO, depreciated = ZERO, impaired = ZERO } = movement;
  return {
    ...movement,
    cost: negate(cost),
    revalued: negate(revalued),
    depreciated: negate(depreciated),
    impaired: negate(impaired),
  };
}

/** Fields that a depreciation changes; kept few, because thousands of assets change at once. */
const pickDepreciationFields = ({ depreciated, book_value, status }: Row): Readonly<Record<string, unknown>> => ({
  depreciated,
  book_value,
  status,
});

/** Fields of the asset that users see. */
function pickVisibleFields(asset: AssetState): Readonly<Record<string, unknown>> {
  const { code, label, category, account_id, depreciation_account_id, charge_account_id, acquired_on, in_service_on } =
    asset.fields;
  const { method, rate, plan, supplier_id, origin_line_id, analytics } = asset.fields;
  return {
    code,
    label,
    category,
    account_id,
    depreciation_account_id,
    charge_account_id,
    acquired_on,
    in_service_on,
    method,
    rate,
    plan,
    supplier_id,
    origin_line_id,
    analytics,
    duration_months: asset.parts.at(-1)!.months,
    cost: asset.cost,
    residual_value: asset.residual_value,
    depreciated: asset.depreciated,
    impaired: asset.impaired,
    revalued: asset.revalued,
    book_value: computeBookValue(asset),
    disposed_on: asset.disposed_on,
    status: getAssetStatus(asset),
  };
}

function findDifferences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly [object, object] {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pickNames = (of: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, of[name]]));
  return [pickNames(before), pickNames(after)];
}
