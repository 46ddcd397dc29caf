import de from '../../locales/de/fixed-assets-adjustment.json' with { type: 'json' };
import en from '../../locales/en/fixed-assets-adjustment.json' with { type: 'json' };
import fr from '../../locales/fr/fixed-assets-adjustment.json' with { type: 'json' };
import nl from '../../locales/nl/fixed-assets-adjustment.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../language.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { getNextDay, type PlainDate } from '../dates.ts';
import { resolveMiscellaneousJournal } from '../fiscal-years/journal.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import { refuseLocked, findLock, findPlace } from '../ledger/place.ts';
import { buildOwnEntry } from '../ledger/posting.ts';
import { add, compare, isZero, MAX_AMOUNT, subtract, sum, ZERO, type Amount } from '../money.ts';
import type { RecordEvent } from '../records/record-events.ts';
import {
  refuseInvalid,
  isRefusal,
  refuse,
  collectValue,
  type Decision,
  type Problem,
  type Refusal,
} from '../refusal.ts';
import {
  resolveAccountByNumber,
  resolveAssetCategory,
  resolveImpairmentAccount,
  resolveRevaluationAccount,
} from './accounts.ts';
import { LONGEST_LIFE_MONTHS } from './asset-checks.ts';
import { checkOriginLine } from './origin.ts';
import type { AdjustFixedAsset, Booked } from './adjust-command.ts';
import type { AdjustmentKind, AssetEvent } from './asset-events.ts';
import { getDayBefore } from './calendar.ts';
import { formatAssetName } from './depreciation.ts';
import { replanItems, computePartUntil, countUnitsBetween } from './plan.ts';
import { createFilePlanning, buildPlanRule, type Planning } from './asset-plan.ts';
import { applyAdjustment, computeBookValue, type AssetState } from './asset-state.ts';
import { allocateAnalytics } from './asset-analytics.ts';
import { buildAssetTransfer } from './transfer.ts';
import { findVersionConflict } from '../versions.ts';

export type AdjustmentEvent = AssetEvent | EntryEvent | RecordEvent;

export function decideAdjustment(command: AdjustFixedAsset, file: CompanyFile): Decision<AdjustmentEvent> {
  const { id, kind, date, baseVersion, origin_line_id } = command;
  const asset = file.fixedAssets.byId.get(id);
  if (!asset || asset.is_trashed) return refuse('not_found');
  const conflict = findVersionConflict(asset, baseVersion);
  if (conflict) return conflict;
  if (asset.disposed_on !== null) return refuse('asset_disposed', { field: 'id' });
  const planning = createFilePlanning(file);
  const replanned_from = computeReplanDate(asset, date);
  const pending = computePendingDepreciation(asset, replanned_from, planning);
  const problems = [
    ...checkAssetDate(asset, date, 'date'),
    ...checkAdjustment(command, asset, pending, replanned_from, planning),
  ];
  if (kind !== 'transfer') problems.push(...checkTransferOnlyFields(command));
  if (command.journal_id !== null) problems.push(...resolveMiscellaneousJournal(command.journal_id, file).problems);
  if (origin_line_id !== null) problems.push(...checkAdditionOrigin(command, asset, file));
  if (problems.length > 0) return refuseInvalid(problems);
  const amount = command.amount ?? ZERO;
  const booked =
    kind === 'transfer' ? buildAssetTransfer(command, asset, file) : buildAdjustmentEntry(command, asset, amount, file);
  if (isRefusal(booked)) return booked;
  const base = computeRemainingBase(applyAdjustment(asset, { kind, amount }), pending);
  const last = asset.parts.at(-1)!;
  const plan = asset.fields.method === 'manual' ? replanItems(last, replanned_from, base, planning.calendar) : null;
  return [
    ...booked.made,
    ...booked.entries,
    {
      type: 'FixedAssetAdjusted',
      data: {
        id,
        version: asset.version + 1,
        move: asset.moves + 1,
        number: asset.adjustments + 1,
        kind,
        date,
        previous_on: asset.last_on,
        amount,
        duration_months: command.duration_months,
        reason: command.reason,
        replanned_from,
        planned_before: computePlannedBefore(asset, replanned_from, planning),
        base,
        entry_id: booked.entries[0]?.data.id ?? null,
        ...(origin_line_id !== null && { origin_line_id }),
        ...(plan && { plan }),
        ...booked.accounts,
      },
    },
  ];
}

/** The first day of the new plan. Posted depreciation is never replanned. */
export function computeReplanDate({ depreciated_until, fields, parts }: AssetState, date: PlainDate): PlainDate {
  const days = [
    date,
    fields.depreciates_from,
    parts.at(-1)!.from,
    ...(depreciated_until === null ? [] : [getNextDay(depreciated_until)]),
  ];
  return days.reduce((one, other) => (one > other ? one : other));
}

export function computePlannedBefore(asset: AssetState, from: PlainDate, { pack, calendar }: Planning): Amount {
  return computePartUntil(asset.parts.at(-1)!, buildPlanRule(asset, pack), calendar, getDayBefore(from));
}

/** Depreciation that is planned before a date but not yet posted. */
export function computePendingDepreciation(asset: AssetState, from: PlainDate, planning: Planning): Amount {
  const cut = asset.parts.slice(0, -1).map((part) => part.cut?.planned ?? ZERO);
  const pending = subtract(add(sum(cut), computePlannedBefore(asset, from, planning)), asset.posted);
  return pending.startsWith('-') ? ZERO : pending;
}

/** The amount left to depreciate from a date, once the pending depreciation is posted. */
export function computeRemainingBase(asset: AssetState, pending: Amount): Amount {
  const base = subtract(subtract(computeBookValue(asset), asset.residual_value), pending);
  return base.startsWith('-') || asset.fields.method === 'none' ? ZERO : base;
}

export function checkAssetDate({ fields, last_on }: AssetState, date: PlainDate, field: string): Problem[] {
  if (date < fields.acquired_on)
    return [{ code: 'asset_before_purchase', field, params: { date: fields.acquired_on } }];
  return last_on !== null && date < last_on ? [{ code: 'asset_before_last', field, params: { date: last_on } }] : [];
}

/** Only a transfer may change the account or the category. */
const checkTransferOnlyFields = ({ account_id, category }: AdjustFixedAsset): readonly Problem[] => [
  ...(account_id === null ? [] : [{ code: 'asset_only_transfer', field: 'account_id' }]),
  ...(category === null ? [] : [{ code: 'asset_only_transfer', field: 'category' }]),
];

function checkAdjustment(
  { kind, amount, duration_months }: AdjustFixedAsset,
  asset: AssetState,
  pending: Amount,
  from: PlainDate,
  { calendar }: Planning,
): readonly Problem[] {
  const problems: Problem[] = [];
  const { method, depreciates_from } = asset.fields;
  const isLived = method === 'linear' || method === 'declining';
  if (kind === 'life' || kind === 'transfer') {
    if (amount !== null) problems.push({ code: 'asset_without_amount', field: 'amount' });
    if (kind === 'life' && !isLived) problems.push({ code: 'asset_without_life', field: 'kind' });
    else if (kind === 'life' && duration_months === null) problems.push({ code: 'required', field: 'duration_months' });
  } else if (amount === null) problems.push({ code: 'required', field: 'amount' });
  else if (isZero(amount)) problems.push({ code: 'asset_amount_zero', field: 'amount' });
  else problems.push(...checkAdjustmentAmount(kind, amount, asset, pending));
  if (duration_months === null) return problems;
  if (!isLived && kind !== 'life') problems.push({ code: 'asset_without_life', field: 'duration_months' });
  const spent = countUnitsBetween(depreciates_from, from, calendar);
  if (duration_months > LONGEST_LIFE_MONTHS)
    problems.push({ code: 'asset_life_out_of_range', field: 'duration_months', params: { max: LONGEST_LIFE_MONTHS } });
  else if (duration_months * calendar.unitsAMonth <= spent)
    problems.push({ code: 'asset_life_over', field: 'duration_months', params: { date: from } });
  return problems;
}

function checkAdjustmentAmount(
  kind: AdjustmentKind,
  amount: Amount,
  asset: AssetState,
  pending: Amount,
): readonly Problem[] {
  const field = 'amount';
  const checkMaximum = (max: Amount, code: string): readonly Problem[] =>
    compare(amount, max) > 0 ? [{ code, field, params: { max } }] : [];
  if (kind === 'impairment')
    return checkMaximum(subtract(computeBookValue(asset), pending), 'asset_impairment_too_large');
  if (kind === 'impairment_reversal') return checkMaximum(asset.impaired, 'asset_reversal_too_large');
  return checkMaximum(subtract(MAX_AMOUNT, add(asset.cost, asset.revalued)), 'amount_too_large');
}

function checkAdditionOrigin(
  { kind, origin_line_id, origin, amount }: AdjustFixedAsset,
  { fields }: AssetState,
  file: CompanyFile,
): readonly Problem[] {
  if (kind !== 'addition') return [{ code: 'asset_origin_of_addition', field: 'origin_line_id' }];
  return checkOriginLine({ origin_line_id, cost: amount ?? ZERO, account_id: fields.account_id }, origin, null, file);
}

const LABELS: Partial<Record<AdjustmentKind, Labels>> = combineLanguages({ de, en, fr, nl });
const LONGEST_LABEL = 200;

/** An addition is already booked by its purchase, and a change of life needs no entry. */
function buildAdjustmentEntry(
  command: AdjustFixedAsset,
  asset: AssetState,
  amount: Amount,
  file: CompanyFile,
): Booked | Refusal {
  const { kind, date, journal_id, entryId, lineIds, accountId } = command;
  const labels = LABELS[kind];
  if (!labels) return { made: [], entries: [] };
  const problems: Problem[] = [];
  const journal = collectValue(resolveMiscellaneousJournal(journal_id, file), problems);
  const place = findPlace(file.fiscalYears, date);
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'date' });
  const lock = place && findLock(place);
  if (lock) return refuseLocked(lock, 'date', problems);
  const category = resolveAssetCategory(asset.fields, file);
  const impaired =
    kind === 'revaluation' ? null : collectValue(resolveImpairmentAccount(asset.fields, accountId, file), problems);
  const [debit, credit] =
    kind === 'revaluation'
      ? [
          resolveRevaluationAccount(asset.fields.account_id, file),
          collectValue(resolveAccountByNumber(category.surplus, file), problems),
        ]
      : kind === 'impairment'
        ? [collectValue(resolveAccountByNumber(category.impairment.charge, file), problems), impaired!.id]
        : [impaired!.id, collectValue(resolveAccountByNumber(category.impairment.reversal, file), problems)];
  if (problems.length > 0 || !journal || !place) return refuseInvalid(problems);
  const label = labels[file.identity.locale].replace('{asset}', formatAssetName(asset)).slice(0, LONGEST_LABEL);
  const line = { label: command.reason?.slice(0, LONGEST_LABEL) ?? null, third_party_id: null };
  // Lines on the asset's own accounts have no analytics.
  const buildAnalyticsFor = (side: AdjustmentKind) =>
    side === kind ? allocateAnalytics(asset.fields.analytics, amount, date, file) : {};
  const entry = buildOwnEntry(
    {
      id: entryId,
      journal_id: journal.id,
      entry_date: date,
      due_date: null,
      label,
      reference: null,
      origin: 'fixed_asset',
      lines: [
        {
          id: lineIds[0]!,
          account_id: debit,
          debit: amount,
          credit: ZERO,
          ...line,
          ...buildAnalyticsFor('impairment'),
        },
        {
          id: lineIds[1]!,
          account_id: credit,
          debit: ZERO,
          credit: amount,
          ...line,
          ...buildAnalyticsFor('impairment_reversal'),
        },
      ],
    },
    journal.journal,
    place,
    file,
  );
  return isRefusal(entry) ? entry : { made: impaired?.made ?? [], entries: [entry] };
}
