import { analyticCodes } from '../analytics/code.ts';
import { findDefaultProblems, resolveDefaultShares } from '../analytics/default-shares.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { isPostable } from '../ledger/named-account.ts';
import { compare, divide, isZero, subtract, sum, ZERO, type Amount, type Percentage } from '../money.ts';
import { findLiveRecord } from '../records/state.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { collectValue, NO_PROBLEMS, type Checked, type Problem } from '../refusal.ts';
import { resolveAccountByNumber, resolveAccumulatedAccount, resolveAssetCategory } from './accounts.ts';
import { checkAssetAccount, checkAssetFields } from './asset-checks.ts';
import type { AssetFields, PlannedAmount } from './asset-events.ts';
import { getDayBefore } from './calendar.ts';
import { computeUntakenAmount, checkOriginLine, findSupplier, type OriginLine } from './origin.ts';
import { getAssetPack, computePlannedUntil, createFilePlanning } from './asset-plan.ts';
import { createAssetState } from './asset-state.ts';

/** The asset as the client requests it. Missing fields are derived from its category, its account or its purchase line. */
export interface RequestedAsset {
  readonly code?: string | null;
  readonly label?: string | null;
  readonly category?: string | null;
  readonly account_id?: number | null;
  readonly depreciation_account_id?: number | null;
  readonly charge_account_id?: number | null;
  readonly acquired_on?: PlainDate | null;
  readonly in_service_on?: PlainDate | null;
  readonly cost?: Amount | null;
  readonly residual_value?: Amount | null;
  readonly method?: AssetFields['method'] | null;
  readonly duration_months?: number | null;
  readonly rate?: string | null;
  readonly plan?: readonly RequestedAmount[] | null;
  readonly supplier_id?: number | null;
  readonly origin_line_id?: number | null;
  readonly opening_depreciation?: Amount | null;
  /** Null: no analytic codes. */
  readonly analytics?: readonly RequestedCode[] | null;
}

/** An analytic code, by name or by id. The only code of an axis gets 100%. */
export interface RequestedCode {
  readonly code?: string | null;
  readonly code_id?: number | null;
  readonly share?: Percentage | null;
}

/** One step of a manual plan: up to the end of a fiscal year, or up to a date. */
export interface RequestedAmount {
  readonly fiscal_year_code: string | null;
  readonly ends_on: PlainDate | null;
  readonly amount: Amount;
}

interface ResolvedAsset {
  readonly fields: AssetFields | null;
  readonly made: readonly RecordEvent[];
}

const UNRESOLVED: ResolvedAsset = { fields: null, made: [] };

interface AssetPlace {
  readonly account_id: number;
  /** The requested category; null: that of the account. */
  readonly named: string | null;
  readonly origin_line_id: number | null;
  readonly source: OriginLine | null;
}

/** The account of the asset: requested, of the line it comes from, or of its category. */
function resolveAssetPlace(
  requested: RequestedAsset,
  before: AssetFields | null,
  origin: OriginLine | null,
  file: CompanyFile,
): Checked<AssetPlace | null> {
  const problems: Problem[] = [];
  const { categories } = getAssetPack(file.identity.country_pack);
  const origin_line_id =
    requested.origin_line_id === undefined ? (before?.origin_line_id ?? null) : requested.origin_line_id;
  const source = origin_line_id === null || origin_line_id !== origin?.line_id ? null : origin;
  const isUnknown = origin_line_id !== null && source === null && origin_line_id !== before?.origin_line_id;
  if (isUnknown) problems.push({ code: 'line_unknown', field: 'origin_line_id' });
  const named = requested.category ?? before?.category ?? null;
  const ofCategory = named === null ? undefined : categories.find(({ code }) => code === named);
  if (named !== null && !ofCategory)
    problems.push({
      code: 'asset_category_unknown',
      field: 'category',
      params: { categories: categories.map(({ code }) => code).join(', ') },
    });
  const account_id =
    requested.account_id ??
    (requested.category ? null : before?.account_id) ??
    source?.account_id ??
    (ofCategory ? collectValue(resolveAccountByNumber(ofCategory.account, file, 'account_id'), problems) : null);
  // What an unknown line would have provided is not missing besides.
  if (account_id === null && named === null && !isUnknown) problems.push({ code: 'required', field: 'account_id' });
  else if (account_id !== null && account_id !== 0 && account_id !== before?.account_id) {
    const ofAccount = checkAssetAccount(account_id, file);
    const isOfLine = account_id === source?.account_id && !requested.account_id;
    if (isOfLine && ofAccount.length > 0) problems.push({ code: 'asset_origin_class', field: 'origin_line_id' });
    else problems.push(...ofAccount);
  }
  const isPlaced = problems.length === 0 && account_id !== null;
  return { value: isPlaced ? { account_id, named, origin_line_id, source } : null, problems };
}

/** Combines the requested fields with the existing ones and derives the rest. */
export function resolveAssetFields(
  { id, accountId, origin }: { readonly id: number; readonly accountId: number; readonly origin: OriginLine | null },
  requested: RequestedAsset,
  before: AssetFields | null,
  file: CompanyFile,
): Checked<ResolvedAsset> {
  const place = resolveAssetPlace(requested, before, origin, file);
  if (place.value === null) return { value: UNRESOLVED, problems: place.problems };
  const { account_id, named, origin_line_id, source } = place.value;
  const problems: Problem[] = [];
  const pack = getAssetPack(file.identity.country_pack);
  const category = resolveAssetCategory({ category: named, account_id }, file);
  const isOther = before !== null && (account_id !== before.account_id || requested.category !== undefined);
  const kept = isOther ? null : before;
  const label = requested.label ?? before?.label ?? source?.label ?? null;
  if (label === null) problems.push({ code: 'required', field: 'label' });
  const acquired_on = requested.acquired_on ?? before?.acquired_on ?? source?.entry_date ?? null;
  if (acquired_on === null) problems.push({ code: 'required', field: 'acquired_on' });
  const cost = requested.cost ?? before?.cost ?? (source ? computeUntakenAmount(source, file) : null);
  const isTaken = source !== null && cost !== null && isZero(cost) && !requested.cost && before === null;
  if (isTaken) problems.push({ code: 'asset_origin_exceeded', field: 'origin_line_id', params: { left: ZERO } });
  else if (cost === null || isZero(cost))
    problems.push({ code: cost === null ? 'required' : 'asset_cost_zero', field: 'cost' });
  const method = requested.method ?? kept?.method ?? category.method;
  const in_service_on = requested.in_service_on ?? before?.in_service_on ?? acquired_on;
  if (problems.length > 0 || label === null || acquired_on === null || cost === null || in_service_on === null)
    return { value: UNRESOLVED, problems };

  const isDepreciated = method !== 'none';
  const wanted = requested.depreciation_account_id ?? kept?.depreciation_account_id ?? null;
  if (wanted !== null && wanted !== before?.depreciation_account_id && !isPostable(file, wanted))
    problems.push({ code: 'account_unknown', field: 'depreciation_account_id' });
  const charge = requested.charge_account_id ?? kept?.charge_account_id ?? null;
  if (charge !== null && charge !== before?.charge_account_id && !isPostable(file, charge))
    problems.push({ code: 'account_unknown', field: 'charge_account_id' });
  const accumulated =
    wanted === null && isDepreciated
      ? collectValue(resolveAccumulatedAccount(account_id, accountId, file), problems)
      : { id: wanted, made: [] };
  const isLived = method === 'linear' || method === 'declining';
  const residual_value = requested.residual_value ?? before?.residual_value ?? ZERO;
  const base = subtract(cost, residual_value);
  const fields: AssetFields = {
    code: requested.code ?? before?.code ?? '',
    label,
    category: category.code,
    account_id,
    depreciation_account_id: accumulated.id,
    charge_account_id:
      charge ??
      (isDepreciated
        ? collectValue(resolveAccountByNumber(category.charge, file, 'charge_account_id'), problems)
        : null),
    acquired_on,
    in_service_on,
    depreciates_from:
      method === 'declining' && pack.declining.byMonths ? `${acquired_on.slice(0, 7)}-01` : in_service_on,
    cost,
    residual_value,
    method,
    duration_months: isLived ? resolveLife(requested, kept, method, category.months) : null,
    rate: method === 'declining' ? (requested.rate ?? kept?.rate ?? null) : null,
    plan:
      method === 'manual'
        ? collectValue(resolveManualPlan(requested, before, { base, from: in_service_on }, file), problems)
        : [],
    supplier_id:
      requested.supplier_id === undefined ? (before?.supplier_id ?? findSupplier(source, file)) : requested.supplier_id,
    origin_line_id,
    analytics: collectValue(resolveAnalytics(requested, before, file), problems),
    opening_depreciation: ZERO,
    opening_until: null,
    is_opening_given: false,
  };
  problems.push(...checkAssetFields(fields, before, id, file), ...checkOriginLine(fields, origin, before, file));
  const opened = problems.length > 0 ? fields : collectValue(withOpening(fields, requested, before, file), problems);
  return { value: { fields: opened, made: accumulated.made }, problems };
}

function resolveAnalytics(
  { analytics }: RequestedAsset,
  before: AssetFields | null,
  file: CompanyFile,
): Checked<AssetFields['analytics']> {
  if (analytics === undefined) return { value: before?.analytics ?? [], problems: NO_PROBLEMS };
  const given = (analytics ?? []).map(({ code = null, code_id = null, share = null }) => ({ code, code_id, share }));
  const kept = resolveDefaultShares({ analytics: given }, file).analytics as readonly {
    code_id: number;
    share: Percentage;
  }[];
  const unknown = kept.flatMap(({ code_id }, index): readonly Problem[] =>
    findLiveRecord(file.records, analyticCodes, code_id)
      ? []
      : [{ code: 'analytic_code_unknown', field: `analytics.${index}.${given[index]!.code_id ? 'code_id' : 'code'}` }],
  );
  // An unknown code has no axis, so its share cannot be checked.
  return { value: kept, problems: unknown.length > 0 ? unknown : findDefaultProblems(kept, file) };
}

const YEAR_MONTHS = 12;

/** A linear rate determines the life: 20% a year means five years. */
function resolveLife(
  { duration_months, rate }: RequestedAsset,
  kept: AssetFields | null,
  method: string,
  usual: number | null,
): number | null {
  if (duration_months) return duration_months;
  if (rate && method === 'linear' && !isZero(rate))
    return Number(divide(String(100 * YEAR_MONTHS), rate, 0).split('.')[0]);
  return kept?.duration_months ?? usual;
}

type PlanItem = Omit<RequestedAmount, 'fiscal_year_code'> & Partial<RequestedAmount>;

function resolveManualPlan(
  { plan: given }: RequestedAsset,
  before: AssetFields | null,
  { base, from }: { readonly base: Amount; readonly from: PlainDate },
  { fiscalYears }: CompanyFile,
): Checked<readonly PlannedAmount[]> {
  // An existing plan must also fit the other fields that changed.
  const plan = given ?? (before?.method === 'manual' ? before.plan : null);
  if (!plan) return { value: [], problems: [{ code: 'required', field: 'plan' }] };
  const problems: Problem[] = [];
  let last = getDayBefore(from);
  const items = plan.map(({ fiscal_year_code = null, ends_on, amount }: PlanItem, index): PlannedAmount => {
    const year = fiscal_year_code === null ? undefined : fiscalYears.find(({ code }) => code === fiscal_year_code);
    const day = ends_on ?? year?.ends_on;
    const field = `plan.${index}.${ends_on === null && fiscal_year_code !== null ? 'fiscal_year_code' : 'ends_on'}`;
    if (day === undefined)
      problems.push({ code: fiscal_year_code === null ? 'required' : 'asset_year_unknown', field });
    else if (day <= last) problems.push({ code: 'asset_plan_order', field });
    last = day ?? last;
    return { ends_on: last, amount };
  });
  const total = sum(items.map(({ amount }) => amount));
  if (compare(total, base) !== 0)
    problems.push({ code: 'asset_plan_sum', field: 'plan', params: { sum: total, expected: base } });
  return { value: items, problems };
}

/** Adds the depreciation from before the first fiscal year: as entered by the user, otherwise as planned. */
function withOpening(
  fields: AssetFields,
  requested: RequestedAsset,
  before: AssetFields | null,
  file: CompanyFile,
): Checked<AssetFields> {
  const first = file.fiscalYears.map(({ starts_on }) => starts_on).reduce((one, other) => (one < other ? one : other));
  const given =
    requested.opening_depreciation === undefined && before?.is_opening_given
      ? before.opening_depreciation
      : requested.opening_depreciation;
  const isGiven = given !== undefined && given !== null;
  if (fields.depreciates_from >= first || fields.method === 'none') {
    const params = { date: first };
    const isWrong = isGiven && !isZero(given);
    return {
      value: fields,
      problems: isWrong ? [{ code: 'asset_opening_not_earlier', field: 'opening_depreciation', params }] : NO_PROBLEMS,
    };
  }
  const opening_until = getDayBefore(first);
  const isTooLarge = isGiven && compare(given, subtract(fields.cost, fields.residual_value)) > 0;
  const planned = isGiven
    ? given
    : computePlannedUntil(createAssetState(0, fields), opening_until, createFilePlanning(file));
  return {
    value: { ...fields, opening_depreciation: planned, opening_until, is_opening_given: isGiven },
    problems: isTooLarge ? [{ code: 'asset_opening_too_large', field: 'opening_depreciation' }] : NO_PROBLEMS,
  };
}
