import type { CompanyFile } from '../company-file-state.ts';
import { formatDayMonthYear, type PlainDate } from '../dates.ts';
import { resolveMiscellaneousJournal, type FoundJournal } from '../fiscal-years/journal.ts';
import type { FiscalYearState } from '../fiscal-years/state.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { MAX_LINES } from '../ledger/entry.ts';
import { isPostable } from '../ledger/named-account.ts';
import { refuseLocked, findLock, findPlace } from '../ledger/place.ts';
import { buildOwnEntry } from '../ledger/posting.ts';
import { evolveLedger } from '../ledger/state.ts';
import { add, isZero, subtract, ZERO, type Amount } from '../money.ts';
import { refuseInvalid, isRefusal, collectValue, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import type { AssetEvent, PostedDepreciation } from './asset-events.ts';
import { computeMissingUntil, createFilePlanning } from './asset-plan.ts';
import type { AssetState } from './asset-state.ts';
import { allocateAnalytics } from './asset-analytics.ts';

/**
 * Posts all planned depreciation up to a date that is not yet posted, with one entry per open fiscal year. Amounts
 * missing in a closed year are posted in the next open year. A second run finds nothing to post.
 */
export interface DepreciateFixedAssets {
  readonly type: 'DepreciateFixedAssets';
  readonly until: PlainDate;
  /** Null: the default journal of miscellaneous operations. */
  readonly journal_id: number | null;
  /** Null: one pair of lines per asset, if the entry can hold that many; otherwise one pair per category. */
  readonly lines_by: LinesBy | null;
  /** One per year that `listYearsToDepreciate` returns. */
  readonly entryIds: readonly number[];
  /** As many as `countDepreciationLines` returns. */
  readonly lineIds: readonly number[];
}

export const LINES_BY = ['asset', 'category'] as const;
export type LinesBy = (typeof LINES_BY)[number];

export type DepreciationEvent = EntryEvent | AssetEvent;
type PostedEvent = Extract<EntryEvent, { readonly type: 'EntryPosted' }>;

/** The open years up to a date, earliest first. */
export const listYearsToDepreciate = (
  until: PlainDate,
  { fiscalYears }: Pick<CompanyFile, 'fiscalYears'>,
): readonly FiscalYearState[] =>
  fiscalYears
    .filter(({ starts_on, closing }) => starts_on <= until && !closing)
    .sort((one, other) => (one.starts_on < other.starts_on ? -1 : 1));

/** The maximum number of lines: per year, two for each asset, limited to the size of an entry. */
export const countDepreciationLines = (until: PlainDate, file: CompanyFile): number =>
  listYearsToDepreciate(until, file).length * Math.min(MAX_LINES, 2 * file.fixedAssets.byId.size);

export const decideDepreciation = (command: DepreciateFixedAssets, file: CompanyFile): Decision<DepreciationEvent> =>
  runAllSteps(decideDepreciationInSteps(command, file));

export function* decideDepreciationInSteps(
  { until, journal_id, lines_by, entryIds, lineIds }: DepreciateFixedAssets,
  file: CompanyFile,
): Steps<Decision<DepreciationEvent>> {
  const problems: Problem[] = [];
  const journal = collectValue(resolveMiscellaneousJournal(journal_id, file), problems);
  if (!findPlace(file.fiscalYears, until)) problems.push({ code: 'date_outside_fiscal_years', field: 'until' });
  if (problems.length > 0 || !journal) return refuseInvalid(problems);
  const runs = yield* collectDepreciationRuns(file.fixedAssets.byId.values(), until, file);
  return buildRunEvents(runs, { journal, lines_by, entryIds, lineIds, field: 'until' }, file);
}

/** The content of one depreciation entry. */
export interface DepreciationRun {
  readonly year: FiscalYearState;
  readonly entry_date: PlainDate;
  readonly depreciated_until: PlainDate;
  readonly amounts: readonly { readonly asset: AssetState; readonly amount: Amount }[];
}

const ASSETS_A_STEP = 200;

/** One run per open year. `entry_date` is the date of the last entry, if it differs from `until`. */
export function* collectDepreciationRuns(
  assets: Iterable<AssetState>,
  until: PlainDate,
  file: CompanyFile,
  entry_date: PlainDate = until,
): Steps<readonly DepreciationRun[]> {
  const planning = createFilePlanning(file);
  const years = listYearsToDepreciate(entry_date, file);
  const runs = years.map((year) => {
    const day = year.ends_on < until ? year.ends_on : until;
    const amounts: { asset: AssetState; amount: Amount }[] = [];
    return { year, entry_date: year.ends_on < entry_date ? year.ends_on : entry_date, depreciated_until: day, amounts };
  });
  let count = 0;
  for (const asset of assets) {
    if (!isDepreciated(asset)) continue;
    let allotted: Amount = ZERO;
    for (const { depreciated_until, amounts } of runs) {
      const amount = subtract(computeMissingUntil(asset, depreciated_until, planning), allotted);
      if (amount.startsWith('-') || isZero(amount)) continue;
      amounts.push({ asset, amount });
      allotted = add(allotted, amount);
    }
    count += 1;
    if (count % ASSETS_A_STEP === 0) yield;
  }
  return runs.filter(({ amounts }) => amounts.length > 0);
}

const isDepreciated = ({ is_trashed, disposed_on, fields }: AssetState): boolean =>
  !is_trashed && disposed_on === null && fields.method !== 'none';

interface Posting {
  readonly journal: FoundJournal;
  readonly lines_by: LinesBy | null;
  readonly entryIds: readonly number[];
  readonly lineIds: readonly number[];
  /** The request field to which problems refer. */
  readonly field: string;
}

/** Builds the entry of each run, followed by its effect on the assets. */
export function buildRunEvents(
  runs: readonly DepreciationRun[],
  posting: Posting,
  file: CompanyFile,
): readonly DepreciationEvent[] | Refusal {
  const events: DepreciationEvent[] = [];
  const lineIds = posting.lineIds.values();
  const versions = new Map<number, AssetState>();
  let { ledger } = file;
  for (const [index, run] of runs.entries()) {
    const entry = buildDepreciationEntry(run, posting.entryIds[index]!, lineIds, posting, { ...file, ledger });
    if (isRefusal(entry)) return entry;
    ledger = evolveLedger(ledger, entry);
    events.push(entry, { type: 'FixedAssetsDepreciated', data: buildDepreciationData(run, entry.data.id, versions) });
  }
  return events;
}

const LABELS: Labels = {
  fr: 'Amortissements au {date}',
  nl: 'Afschrijvingen op {date}',
  en: 'Depreciation at {date}',
  de: 'Abschreibungen zum {date}',
};

function buildDepreciationEntry(
  { entry_date, amounts, depreciated_until }: DepreciationRun,
  id: number,
  lineIds: Iterator<number, unknown>,
  { journal, lines_by, field }: Posting,
  file: CompanyFile,
): PostedEvent | Refusal {
  const place = findPlace(file.fiscalYears, entry_date);
  if (!place) return refuseInvalid([{ code: 'date_outside_fiscal_years', field }]);
  const lock = findLock(place);
  if (lock) return refuseLocked(lock, field);
  const problems = checkRunAccounts(amounts, file);
  if (problems.length > 0) return refuseInvalid(problems);
  const by = lines_by ?? (2 * amounts.length <= MAX_LINES ? 'asset' : 'category');
  if (by === 'asset' && 2 * amounts.length > MAX_LINES)
    return refuseInvalid([{ code: 'entry_too_many_lines', field: 'lines_by', params: { max: MAX_LINES } }]);
  const drafts = by === 'asset' ? amounts.flatMap(buildAssetLines) : buildAccountLines(amounts);
  const lines = drafts.map(({ codes, ...line }): EntryLine => ({
    ...line,
    ...allocateAnalytics(codes, line.debit, entry_date, file),
    id: lineIds.next().value as number,
    third_party_id: null,
  }));
  const { locale } = file.identity;
  const label = LABELS[locale].replace('{date}', formatDayMonthYear(depreciated_until));
  const draft = {
    id,
    journal_id: journal.id,
    entry_date,
    due_date: null,
    label,
    reference: null,
    origin: 'depreciation',
    lines,
  } as const;
  return buildOwnEntry(draft, journal.journal, place, file, field);
}

type Amounts = DepreciationRun['amounts'];

/** An account may have become unpostable since the asset was created. */
function checkRunAccounts(amounts: Amounts, file: CompanyFile): readonly Problem[] {
  const ids = new Map<number, AssetState>();
  for (const { asset } of amounts)
    for (const id of [asset.fields.depreciation_account_id, asset.fields.charge_account_id]) ids.set(id ?? 0, asset);
  return [...ids].flatMap(([id, { fields }]): readonly Problem[] =>
    isPostable(file, id) ? [] : [{ code: 'asset_accounts_closed', params: { asset: fields.code } }],
  );
}

/** An entry line with its analytic codes. */
type Line = Omit<EntryLine, 'id' | 'third_party_id'> & { readonly codes: AssetState['fields']['analytics'] };
const LONGEST_LABEL = 200;

const buildLinePair = (fields: AssetState['fields'], amount: Amount, label: string | null): readonly Line[] => [
  { account_id: fields.charge_account_id!, debit: amount, credit: ZERO, label, codes: fields.analytics },
  { account_id: fields.depreciation_account_id!, debit: ZERO, credit: amount, label, codes: [] },
];

export const formatAssetName = ({ fields: { code, label } }: AssetState): string =>
  `${code} ${label}`.slice(0, LONGEST_LABEL);

const buildAssetLines = ({ asset, amount }: Amounts[number]): readonly Line[] =>
  buildLinePair(asset.fields, amount, formatAssetName(asset));

/** One pair of lines for all assets with the same two accounts and the same analytic codes, such as those of a category. */
function buildAccountLines(amounts: Amounts): readonly Line[] {
  const sums = new Map<string, { readonly fields: AssetState['fields']; readonly amount: Amount }>();
  for (const { asset, amount } of amounts) {
    const { charge_account_id, depreciation_account_id, analytics } = asset.fields;
    const key = JSON.stringify([charge_account_id, depreciation_account_id, analytics]);
    sums.set(key, { fields: asset.fields, amount: add(amount, sums.get(key)?.amount ?? ZERO) });
  }
  return [...sums.values()].flatMap(({ fields, amount }) => buildLinePair(fields, amount, null));
}

function buildDepreciationData(
  { year, entry_date, depreciated_until, amounts }: DepreciationRun,
  entry_id: number,
  latest: Map<number, AssetState>,
): PostedDepreciation {
  const groups = new Map<PlainDate | null, PostedDepreciation['groups'][number]['assets'][number][]>();
  for (const { asset, amount } of amounts) {
    const before = latest.get(asset.id) ?? asset;
    const { id } = asset;
    const after = { ...before, version: before.version + 1, moves: before.moves + 1, depreciated_until };
    latest.set(id, after);
    const group = groups.get(before.depreciated_until) ?? [];
    group.push({ id, version: after.version, move: after.moves, amount });
    groups.set(before.depreciated_until, group);
  }
  return {
    entry_id,
    fiscal_year_id: year.id,
    depreciated_until,
    groups: [...groups].map(([previous_until, assets]) => ({ previous_until, assets })),
    ...(entry_date !== depreciated_until && { posted_on: entry_date }),
  };
}
