import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journalFor } from '../fiscal-years/journal.ts';
import { journals } from '../journals/journal.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { isPostable } from '../ledger/named-account.ts';
import { lockedAt, lockOf, placeOf } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
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
import { conflict } from '../records/records.ts';
import { idByKey, recordsOf } from '../records/state.ts';
import { accounts } from '../accounts/account.ts';
import { invalid, isRefusal, refuse, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { atOnce } from '../steps.ts';
import { accountNumbered, categoryOf, impairmentAccount, revaluationAccount } from './accounts.ts';
import { baseOf, dateProblems, plannedOfLast, replannedFrom } from './adjustment.ts';
import type { AssetEvent, DisposalKind } from './asset-events.ts';
import { dayBefore } from './calendar.ts';
import { missingByYear, postedRuns, yearsToDepreciate } from './depreciation.ts';
import { itemsFrom } from './plan.ts';
import { packOf, planningIn } from './asset-plan.ts';
import { invoiceOf, labelOf, type DisposeFixedAsset, type Ids, type Leaving, type Sale } from './sale.ts';
import { afterDepreciation, bookValue, type AssetState } from './asset-state.ts';
import { toldBy } from './change-sentences.ts';

/** The depreciation of each open year, the disposal and the invoice. */
export const entriesOfDisposal = (disposed_on: PlainDate, file: CompanyFile): number =>
  yearsToDepreciate(disposed_on, file).length + 2;
export const LINES_OF_DISPOSAL = 8;

export type DisposalEvent = AssetEvent | EntryEvent | RecordEvent;
type PostedEvent = Extract<EntryEvent, { readonly type: 'EntryPosted' }>;

const WHOLE = '100.00';

export function decideDisposal(command: DisposeFixedAsset, file: CompanyFile): Decision<DisposalEvent> {
  const { id, disposed_on, kind, baseVersion } = command;
  const asset = file.fixedAssets.byId.get(id);
  if (!asset || asset.is_trashed) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== asset.version) return conflict(asset.version);
  if (asset.disposed_on !== null) return refuse('asset_disposed', { field: 'id' });
  const problems = [...dateProblems(asset, disposed_on, 'disposed_on'), ...problemsOf(command)];
  const place = placeOf(file.fiscalYears, disposed_on);
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'disposed_on' });
  const journal = journalFor(command.journal_id, file, problems);
  const lock = place && lockOf(place);
  if (lock) return lockedAt(lock, 'disposed_on', problems);
  if (problems.length > 0 || !journal) return invalid(problems);

  const lineIds = command.ids.lines.values();
  const entryIds = command.ids.entries.values();
  const runs = atOnce(missingByYear([asset], dayBefore(disposed_on), file, disposed_on));
  const depreciation = postedRuns(
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
  const now = depreciation.reduce(depreciated, asset);
  const ledger = depreciation.reduce(booked, file.ledger);

  const leaving = removedOf(now, command.share);
  const book_value = bookValue(leaving);
  const proceeds = command.proceeds ?? (kind === 'private' ? book_value : ZERO);
  const sale: Sale = {
    asset: now,
    leaving,
    book_value,
    proceeds,
    result: subtract(proceeds, book_value),
    isInvoiced: command.third_party_id !== null,
  };
  const out = entryOut(
    command,
    sale,
    journal.id,
    { entry: entryIds.next().value!, lines: lineIds },
    { ...file, ledger },
  );
  if (isRefusal(out)) return out;
  const invoiced = invoiceOf(
    command,
    sale,
    { entry: entryIds.next().value!, lines: lineIds },
    { ...file, ledger: out.entries.reduce(booked, ledger) },
  );
  if (isRefusal(invoiced)) return invoiced;
  const entries = [...out.entries, ...invoiced];
  return [...depreciation, ...out.made, ...entries, disposed(command, sale, [...depreciation, ...entries], file)];
}

const depreciated = (asset: AssetState, event: DisposalEvent): AssetState =>
  event.type === 'FixedAssetsDepreciated' ? [...afterDepreciation(event, () => asset)][0]! : asset;

const booked = (ledger: CompanyFile['ledger'], event: DisposalEvent): CompanyFile['ledger'] =>
  event.type === 'EntryPosted' ? evolveLedger(ledger, event) : ledger;

function problemsOf({
  kind,
  share,
  proceeds,
  third_party_id,
  vat_code,
  vat_code_id,
  sale_journal_id,
}: DisposeFixedAsset): Problem[] {
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

/** The share of each, rounded so that neither what leaves nor what stays is ever worth less than nothing. */
function removedOf(asset: AssetState, share: Percentage): Leaving {
  const { cost, revalued, depreciated: taken, impaired, residual_value } = asset;
  if (compare(share, WHOLE) === 0) return { cost, revalued, depreciated: taken, impaired, residual_value };
  const gross = { cost: percent(cost, share), revalued: percent(revalued, share) };
  const paid = add(gross.cost, gross.revalued);
  const written = min(subtract(paid, min(percent(bookValue(asset), share), paid)), add(taken, impaired));
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

/** What leaves, and what comes for it where no invoice says so. */
function entryOut(
  command: DisposeFixedAsset,
  sale: Sale,
  journalId: number,
  ids: Ids,
  file: CompanyFile,
): Booked | Refusal {
  const { asset, leaving, book_value, proceeds, result, isInvoiced } = sale;
  const { fields } = asset;
  const problems: Problem[] = [];
  const { disposal } = categoryOf(fields, file);
  const side = isNegative(result) ? 'loss' : 'gain';
  const impaired = isZero(leaving.impaired) ? null : impairmentAccount(fields, command.accountId, file, problems);
  const other = isInvoiced || isZero(proceeds) ? null : counterpartOf(command.kind, file, problems);
  const value = accountNumbered(disposal.bookValue[side], file, problems);
  const income = accountNumbered(disposal.proceeds[side], file, problems);
  const journal = recordsOf(file.records, journals).byId.get(journalId);
  const place = placeOf(file.fiscalYears, command.disposed_on);
  if (problems.length > 0 || !journal || !place) return invalid(problems);
  const amounts: readonly Side[] = [
    [fields.depreciation_account_id ?? 0, leaving.depreciated],
    [impaired?.id ?? 0, leaving.impaired],
    [fields.account_id, negate(leaving.cost)],
    [revaluationAccount(fields.account_id, file), negate(leaving.revalued)],
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
        ? toldBy(fields.analytics, absolute(amount), command.disposed_on, file)
        : {}),
    }));
  if (lines.length === 0) return { made: [], entries: [] };
  const label = labelOf(command.kind, asset, file);
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
  return { made: impaired?.made ?? [], entries: [posted(draft, journal, place, file)] };
}

/** Who owes what was not invoiced: the one who took it, or nobody known by name. */
function counterpartOf(kind: DisposalKind, file: CompanyFile, problems: Problem[]): number {
  const { owner, receivable } = packOf(file.identity!.country_pack);
  if (kind !== 'private') return accountNumbered(receivable, file, problems);
  const found = owner
    .map((number) => idByKey(file.records, accounts, 'number', number) ?? null)
    .find((id) => isPostable(file, id));
  return found ?? accountNumbered(owner[0]!, file, problems);
}

function disposed(
  { id, kind, disposed_on, share, third_party_id }: DisposeFixedAsset,
  { asset, leaving, book_value, proceeds, result }: Sale,
  events: readonly DisposalEvent[],
  file: CompanyFile,
): AssetEvent {
  const planning = planningIn(file);
  const replanned_from = replannedFrom(asset, disposed_on);
  const is_whole = compare(share, WHOLE) === 0;
  const left: AssetState = {
    ...asset,
    cost: subtract(asset.cost, leaving.cost),
    revalued: subtract(asset.revalued, leaving.revalued),
    depreciated: subtract(asset.depreciated, leaving.depreciated),
    impaired: subtract(asset.impaired, leaving.impaired),
    residual_value: subtract(asset.residual_value, leaving.residual_value),
  };
  const base = is_whole ? ZERO : baseOf(left, ZERO);
  const plan =
    asset.fields.method === 'manual' ? itemsFrom(asset.parts.at(-1)!, replanned_from, base, planning.calendar) : null;
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
      planned_before: plannedOfLast(asset, replanned_from, planning),
      base,
      entry_ids: events.flatMap((event) => (event.type === 'EntryPosted' ? [event.data.id] : [])),
      ...(plan && { plan }),
    },
  };
}
