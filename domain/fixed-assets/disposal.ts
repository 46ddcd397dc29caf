import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { resolveMiscellaneousJournal } from '../fiscal-years/journal.ts';
import { journals } from '../journals/journal.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { isPostable } from '../ledger/named-account.ts';
import { refuseLocked, findLock, findPlace } from '../ledger/place.ts';
import { buildOwnEntry } from '../ledger/posting.ts';
import { evolveLedger } from '../ledger/state.ts';
import {
  absolute,
  add,
  compare,
  isNegative,
  isZero,
  min,
  negate,
  percent,
  subtract,
  ZERO,
  type Percentage,
  type SignedAmount,
} from '../money.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { findIdByKey, getRecords } from '../records/state.ts';
import { accounts } from '../accounts/account.ts';
import {
  refuseInvalid,
  isRefusal,
  refuse,
  collectValue,
  NO_PROBLEMS,
  type Checked,
  type Decision,
  type Problem,
  type Refusal,
} from '../refusal.ts';
import { runAllSteps } from '../steps.ts';
import {
  resolveAccountByNumber,
  resolveAssetCategory,
  resolveImpairmentAccount,
  resolveRevaluationAccount,
} from './accounts.ts';
import { computeRemainingBase, checkAssetDate, computePlannedBefore, computeReplanDate } from './adjustment.ts';
import type { AssetEvent, DisposalKind } from './asset-events.ts';
import { getDayBefore } from './calendar.ts';
import { collectDepreciationRuns, buildRunEvents, listYearsToDepreciate } from './depreciation.ts';
import { replanItems } from './plan.ts';
import { getAssetPack, createFilePlanning } from './asset-plan.ts';
import {
  buildSaleInvoice,
  formatDisposalLabel,
  type DisposeFixedAsset,
  type Ids,
  type Leaving,
  type Sale,
} from './sale.ts';
import { evolveDepreciatedAssets, computeBookValue, type AssetState } from './asset-state.ts';
import { allocateAnalytics } from './asset-analytics.ts';
import { findVersionConflict } from '../versions.ts';

/** One entry per open year for depreciation, plus the disposal and the invoice. */
export const countDisposalEntries = (disposed_on: PlainDate, file: CompanyFile): number =>
  listYearsToDepreciate(disposed_on, file).length + 2;
export const LINES_OF_DISPOSAL = 8;

export type DisposalEvent = AssetEvent | EntryEvent | RecordEvent;
type PostedEvent = Extract<EntryEvent, { readonly type: 'EntryPosted' }>;

const WHOLE = '100.00';

export function decideDisposal(command: DisposeFixedAsset, file: CompanyFile): Decision<DisposalEvent> {
  const { id, disposed_on, kind, baseVersion } = command;
  const asset = file.fixedAssets.byId.get(id);
  if (!asset || asset.is_trashed) return refuse('not_found');
  const conflict = findVersionConflict(asset, baseVersion);
  if (conflict) return conflict;
  if (asset.disposed_on !== null) return refuse('asset_disposed', { field: 'id' });
  const problems = [...checkAssetDate(asset, disposed_on, 'disposed_on'), ...checkDisposal(command)];
  const place = findPlace(file.fiscalYears, disposed_on);
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'disposed_on' });
  const journal = collectValue(resolveMiscellaneousJournal(command.journal_id, file), problems);
  const lock = place && findLock(place);
  if (lock) return refuseLocked(lock, 'disposed_on', problems);
  if (problems.length > 0 || !journal) return refuseInvalid(problems);

  const lineIds = command.ids.lines.values();
  const entryIds = command.ids.entries.values();
  const runs = runAllSteps(collectDepreciationRuns([asset], getDayBefore(disposed_on), file, disposed_on));
  const depreciation = buildRunEvents(
    runs,
    {
      journal,
      lines_by: 'asset',
      entryIds: runs.map(() => entryIds.next().value!),
      lineIds: runs.flatMap(() => [lineIds.next().value!, lineIds.next().value!]),
      field: 'disposed_on',
    },
    file,
  );
  if (isRefusal(depreciation)) return depreciation;
  const now = depreciation.reduce(applyDepreciation, asset);
  const ledger = depreciation.reduce(applyToLedger, file.ledger);

  const leaving = computeRemovedShare(now, command.share);
  const book_value = computeBookValue(leaving);
  const proceeds = command.proceeds ?? (kind === 'private' ? book_value : ZERO);
  const sale: Sale = {
    asset: now,
    leaving,
    book_value,
    proceeds,
    result: subtract(proceeds, book_value),
    isInvoiced: command.third_party_id !== null,
  };
  const out = buildRemovalEntry(
    command,
    sale,
    journal.id,
    { entry: entryIds.next().value!, lines: lineIds },
    { ...file, ledger },
  );
  if (isRefusal(out)) return out;
  const invoiced = buildSaleInvoice(
    command,
    sale,
    { entry: entryIds.next().value!, lines: lineIds },
    { ...file, ledger: out.entries.reduce(applyToLedger, ledger) },
  );
  if (isRefusal(invoiced)) return invoiced;
  const entries = [...out.entries, ...invoiced];
  return [
    ...depreciation,
    ...out.made,
    ...entries,
    buildDisposedEvent(command, sale, [...depreciation, ...entries], file),
  ];
}

const applyDepreciation = (asset: AssetState, event: DisposalEvent): AssetState =>
  event.type === 'FixedAssetsDepreciated' ? [...evolveDepreciatedAssets(event, () => asset)][0]! : asset;

const applyToLedger = (ledger: CompanyFile['ledger'], event: DisposalEvent): CompanyFile['ledger'] =>
  event.type === 'EntryPosted' ? evolveLedger(ledger, event) : ledger;

function checkDisposal({
  kind,
  share,
  proceeds,
  third_party_id,
  vat_code,
  vat_code_id,
  sale_journal_id,
}: DisposeFixedAsset): readonly Problem[] {
  const problems: Problem[] = [];
  if (isZero(share) || compare(share, WHOLE) > 0) problems.push({ code: 'asset_share', field: 'share' });
  if (kind === 'sale' && proceeds === null) problems.push({ code: 'required', field: 'proceeds' });
  if ((kind === 'scrap' || kind === 'theft') && proceeds !== null && !isZero(proceeds))
    problems.push({ code: 'asset_without_proceeds', field: 'proceeds' });
  if (kind !== 'sale' && third_party_id !== null) problems.push({ code: 'asset_not_sold', field: 'third_party_id' });
  if (third_party_id !== null) return problems;
  if (vat_code !== null) problems.push({ code: 'asset_vat_without_customer', field: 'vat_code' });
  if (vat_code_id !== null) problems.push({ code: 'asset_vat_without_customer', field: 'vat_code_id' });
  if (sale_journal_id !== null) problems.push({ code: 'asset_not_sold', field: 'sale_journal_id' });
  return problems;
}

/** The share of each amount, rounded so that neither the removed part nor the remaining part gets a negative value. */
function computeRemovedShare(asset: AssetState, share: Percentage): Leaving {
  const { cost, revalued, depreciated: taken, impaired, residual_value } = asset;
  if (compare(share, WHOLE) === 0) return { cost, revalued, depreciated: taken, impaired, residual_value };
  const gross = { cost: percent(cost, share), revalued: percent(revalued, share) };
  const paid = add(gross.cost, gross.revalued);
  const written = min(subtract(paid, min(percent(computeBookValue(asset), share), paid)), add(taken, impaired));
  const ofDepreciation = min(subtract(written, min(percent(impaired, share), written)), taken);
  return {
    ...gross,
    depreciated: ofDepreciation,
    impaired: subtract(written, ofDepreciation),
    residual_value: percent(residual_value, share),
  };
}

interface Booked {
  readonly made: readonly RecordEvent[];
  readonly entries: readonly PostedEvent[];
}

/** Debit is positive. */
type Side = readonly [account_id: number, amount: SignedAmount];

/** The entry that removes the asset. Without an invoice, it also books the proceeds. */
function buildRemovalEntry(
  command: DisposeFixedAsset,
  sale: Sale,
  journalId: number,
  ids: Ids,
  file: CompanyFile,
): Booked | Refusal {
  const { asset, leaving, book_value, proceeds, result, isInvoiced } = sale;
  const { fields } = asset;
  const problems: Problem[] = [];
  const { disposal } = resolveAssetCategory(fields, file);
  const side = isNegative(result) ? 'loss' : 'gain';
  const impaired = isZero(leaving.impaired)
    ? null
    : collectValue(resolveImpairmentAccount(fields, command.accountId, file), problems);
  const other = isInvoiced || isZero(proceeds) ? null : collectValue(resolveCounterpart(command.kind, file), problems);
  const value = collectValue(resolveAccountByNumber(disposal.bookValue[side], file), problems);
  const income = collectValue(resolveAccountByNumber(disposal.proceeds[side], file), problems);
  const journal = getRecords(file.records, journals).byId.get(journalId);
  const place = findPlace(file.fiscalYears, command.disposed_on);
  if (problems.length > 0 || !journal || !place) return refuseInvalid(problems);
  const amounts: readonly Side[] = [
    [fields.depreciation_account_id ?? 0, leaving.depreciated],
    [impaired?.id ?? 0, leaving.impaired],
    [fields.account_id, negate(leaving.cost)],
    [resolveRevaluationAccount(fields.account_id, file), negate(leaving.revalued)],
    [value, book_value],
    ...(other === null ? [] : [[income, negate(proceeds)] as const, [other, proceeds] as const]),
  ];
  const sums = new Map<number, SignedAmount>();
  for (const [account, amount] of amounts) sums.set(account, add(amount, sums.get(account) ?? ZERO));
  const lines = [...sums]
    .filter(([, amount]) => !isZero(amount))
    .map(([account_id, amount]): EntryLine => ({
      id: ids.lines.next().value as number,
      account_id,
      debit: isNegative(amount) ? ZERO : amount,
      credit: isNegative(amount) ? absolute(amount) : ZERO,
      label: null,
      third_party_id: null,
      ...(account_id === value || account_id === income
        ? allocateAnalytics(fields.analytics, absolute(amount), command.disposed_on, file)
        : {}),
    }));
  if (lines.length === 0) return { made: [], entries: [] };
  const label = formatDisposalLabel(command.kind, asset, file);
  const draft = {
    id: ids.entry,
    journal_id: journalId,
    entry_date: command.disposed_on,
    due_date: null,
    label,
    reference: command.reference,
    origin: 'fixed_asset',
    lines,
  } as const;
  const entry = buildOwnEntry(draft, journal, place, file, 'kind');
  return isRefusal(entry) ? entry : { made: impaired?.made ?? [], entries: [entry] };
}

/** The counterpart of proceeds without an invoice: the owner's account for private use, otherwise a receivable account. */
function resolveCounterpart(kind: DisposalKind, file: CompanyFile): Checked<number> {
  const { owner, receivable } = getAssetPack(file.identity.country_pack);
  if (kind !== 'private') return resolveAccountByNumber(receivable, file);
  const found = owner
    .map((number) => findIdByKey(file.records, accounts, 'number', number) ?? null)
    .find((id) => isPostable(file, id));
  return typeof found === 'number' ? { value: found, problems: NO_PROBLEMS } : resolveAccountByNumber(owner[0]!, file);
}

function buildDisposedEvent(
  { id, kind, disposed_on, share, third_party_id }: DisposeFixedAsset,
  { asset, leaving, book_value, proceeds, result }: Sale,
  events: readonly DisposalEvent[],
  file: CompanyFile,
): AssetEvent {
  const planning = createFilePlanning(file);
  const replanned_from = computeReplanDate(asset, disposed_on);
  const is_whole = compare(share, WHOLE) === 0;
  const left: AssetState = {
    ...asset,
    cost: subtract(asset.cost, leaving.cost),
    revalued: subtract(asset.revalued, leaving.revalued),
    depreciated: subtract(asset.depreciated, leaving.depreciated),
    impaired: subtract(asset.impaired, leaving.impaired),
    residual_value: subtract(asset.residual_value, leaving.residual_value),
  };
  const base = is_whole ? ZERO : computeRemainingBase(left, ZERO);
  const plan =
    asset.fields.method === 'manual' ? replanItems(asset.parts.at(-1)!, replanned_from, base, planning.calendar) : null;
  return {
    type: 'FixedAssetDisposed',
    data: {
      id,
      version: asset.version + 1,
      move: asset.moves + 1,
      kind,
      disposed_on,
      previous_on: asset.last_on,
      share,
      is_whole,
      proceeds,
      third_party_id,
      ...leaving,
      book_value,
      result,
      replanned_from,
      planned_before: computePlannedBefore(asset, replanned_from, planning),
      base,
      entry_ids: events.flatMap((event) => (event.type === 'EntryPosted' ? [event.data.id] : [])),
      ...(plan && { plan }),
    },
  };
}
