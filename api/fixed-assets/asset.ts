import { z } from 'zod';
import { ASSET_METHODS } from '../../domain/fixed-assets/asset-events.ts';
import { getAssetPack, formatYearlyRate, type Planning } from '../../domain/fixed-assets/asset-plan.ts';
import { buildAssetSchedule } from '../../domain/fixed-assets/schedule.ts';
import { ASSET_STATUSES } from '../../domain/fixed-assets/asset-state.ts';
import { add, isZero, subtract, sum, ZERO } from '../../domain/money.ts';
import type { FixedAssetRow, MovementRow, OriginPlace } from '../../projections/fixed-assets/queries.ts';
import { MOVEMENT_KINDS } from '../../projections/fixed-assets/tables.ts';
import { DefaultAnalytics } from '../analytics/shares.ts';
import { dateTimestamp, decimalString, recordId, timestamp } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';

export const FixedAsset = z
  .object({
    id: recordId,
    code: z.string(),
    label: z.string(),
    category: z
      .string()
      .nullable()
      .meta({ description: 'Category of the country pack; see `fixed_asset_categories`.' }),
    account_id: recordId.meta({ description: 'Account that holds the cost.' }),
    depreciation_account_id: recordId.nullable().meta({ description: 'Null if the asset is not depreciated.' }),
    charge_account_id: recordId.nullable().meta({ description: 'Account debited with the depreciation.' }),
    acquired_on: dateTimestamp,
    in_service_on: dateTimestamp,
    cost: decimalString.meta({ description: 'Including later additions, less disposals.' }),
    revalued: decimalString,
    residual_value: decimalString.meta({ description: 'Not depreciated.' }),
    method: z.enum(ASSET_METHODS),
    duration_months: z.int().nullable().meta({ description: 'Total useful life from the in-service date.' }),
    rate: decimalString.nullable().meta({ description: 'Per cent per year.' }),
    plan: z
      .array(z.object({ ends_on: dateTimestamp, amount: decimalString }))
      .meta({ description: 'For a manual plan: the plan since the last change.' }),
    supplier_id: recordId.nullable(),
    origin_line_id: recordId.nullable().meta({ description: 'Entry line of the purchase.' }),
    analytics: DefaultAnalytics.meta({ description: 'Analytic codes for its depreciation.' }),
    opening_depreciation: decimalString.meta({ description: 'Depreciation before the first fiscal year of the file.' }),
    status: z.enum(ASSET_STATUSES),
    depreciated: decimalString.meta({ description: 'Posted depreciation that is still in the books.' }),
    impaired: decimalString,
    book_value: decimalString,
    depreciated_until: dateTimestamp.nullable(),
    disposed_on: dateTimestamp.nullable(),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'FixedAsset' });

export const ScheduledYear = z
  .object({
    fiscal_year_code: z
      .string()
      .meta({ description: 'For a year that is not open yet: the calendar year of its end.' }),
    starts_on: dateTimestamp,
    ends_on: dateTimestamp,
    opening_value: decimalString,
    depreciation: decimalString,
    closing_value: decimalString,
    posted: decimalString.meta({ description: 'Part of the depreciation that is posted.' }),
    entry_id: recordId.nullable().meta({ description: 'The last entry that posted it; null if there is none.' }),
    entry_ids: z.array(recordId),
  })
  .meta({ id: 'ScheduledDepreciation' });

export const AssetMovement = z
  .object({
    kind: z.enum(MOVEMENT_KINDS),
    date: dateTimestamp.meta({ description: 'Effective date.' }),
    amount: decimalString.meta({ description: 'Effect on the book value.' }),
    duration_months: z.int().nullable().meta({ description: 'New useful life, if changed.' }),
    reason: z.string().nullable(),
    entry_id: recordId.nullable(),
  })
  .meta({ id: 'FixedAssetMovement' });

/** An asset with its plan and history. */
export const FixedAssetWithPlan = FixedAsset.extend({
  schedule: z.array(ScheduledYear),
  origins: z
    .array(
      z.object({
        line_id: recordId,
        entry_id: recordId,
        document_id: recordId.nullable().meta({ description: 'Invoice behind the entry.' }),
        amount: decimalString.meta({ description: 'Part of the line used for the asset.' }),
      }),
    )
    .meta({ description: 'Entries and documents of the purchase and its additions.' }),
  events: z.array(AssetMovement).meta({ description: 'Changes in value, in order of recording.' }),
}).meta({ id: 'FixedAssetWithPlan' });

const toTimestampOrNull = (date: string | null) => (date === null ? null : toZeroTime(date));

export function presentFixedAsset(row: FixedAssetRow, country: string): z.output<typeof FixedAsset> {
  const { asset } = row;
  const { fields } = asset;
  const last = asset.parts.at(-1)!;
  return {
    id: row.id,
    code: fields.code,
    label: fields.label,
    category: fields.category,
    account_id: fields.account_id,
    depreciation_account_id: fields.depreciation_account_id,
    charge_account_id: fields.charge_account_id,
    acquired_on: toZeroTime(fields.acquired_on),
    in_service_on: toZeroTime(fields.in_service_on),
    cost: asset.cost,
    revalued: asset.revalued,
    residual_value: asset.residual_value,
    method: fields.method,
    duration_months: last.months,
    rate: formatYearlyRate({ ...fields, duration_months: last.months }, getAssetPack(country)),
    plan: (last.items ?? []).map(({ ends_on, amount }) => ({ ends_on: toZeroTime(ends_on), amount })),
    supplier_id: fields.supplier_id,
    origin_line_id: fields.origin_line_id,
    analytics: [...fields.analytics],
    opening_depreciation: fields.opening_depreciation,
    status: row.status,
    depreciated: asset.depreciated,
    impaired: asset.impaired,
    book_value: row.book_value,
    depreciated_until: toTimestampOrNull(asset.depreciated_until),
    disposed_on: toTimestampOrNull(asset.disposed_on),
    version: row.version,
    lock_version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** The plan with its posted amounts; reversed entries count as zero. */
export function presentSchedule(
  { asset }: Pick<FixedAssetRow, 'asset'>,
  movements: readonly MovementRow[],
  planning: Planning,
): z.output<typeof ScheduledYear>[] {
  const posted = movements.filter(({ kind }) => kind === 'depreciation' || kind === 'opening_depreciation');
  return buildAssetSchedule(asset, planning).map((year) => {
    const own = posted.filter(({ date, kind }) =>
      kind === 'opening_depreciation' ? year.ends_on <= date : year.starts_on <= date && date <= year.ends_on,
    );
    const entries = listEffectiveEntries(own.filter(({ kind }) => kind === 'depreciation'));
    const isEarlier = own.some(({ kind }) => kind === 'opening_depreciation');
    return {
      fiscal_year_code: year.fiscal_year_code,
      starts_on: toZeroTime(year.starts_on),
      ends_on: toZeroTime(year.ends_on),
      opening_value: year.opening_value,
      depreciation: year.depreciation,
      closing_value: year.closing_value,
      posted: isEarlier ? year.depreciation : sum(own.map(({ depreciated }) => depreciated)),
      entry_id: entries.at(-1) ?? null,
      entry_ids: entries,
    };
  });
}

export function presentOrigins(
  { asset }: Pick<FixedAssetRow, 'asset'>,
  places: readonly OriginPlace[],
): z.output<typeof FixedAssetWithPlan>['origins'] {
  return asset.origins.flatMap(({ line_id, amount }) =>
    places
      .filter((place) => place.line_id === line_id)
      .slice(0, 1)
      .map(({ entry_id, document_id }) => ({ line_id, entry_id, document_id, amount })),
  );
}

function listEffectiveEntries(movements: readonly MovementRow[]): number[] {
  const sums = new Map<number, string>();
  for (const { entry_id, depreciated } of movements)
    if (entry_id !== null) sums.set(entry_id, add(depreciated, sums.get(entry_id) ?? ZERO));
  return [...sums].filter(([, amount]) => !isZero(amount)).map(([entry]) => entry);
}

export const presentMovement = (row: MovementRow): z.output<typeof AssetMovement> => ({
  kind: row.kind,
  date: toZeroTime(row.date),
  amount: subtract(add(row.cost, row.revalued), add(row.depreciated, row.impaired)),
  duration_months: row.duration_months,
  reason: row.reason,
  entry_id: row.entry_id,
});
