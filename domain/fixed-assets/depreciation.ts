import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journalFor, type FoundJournal } from '../fiscal-years/journal.ts';
import type { FiscalYearState } from '../fiscal-years/state.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { MAX_LINES } from '../ledger/entry.ts';
import { isPostable } from '../ledger/named-account.ts';
import { lockedAt, lockOf, placeOf } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
import { evolveLedger } from '../ledger/state.ts';
import { add, isZero, subtract, ZERO, type Amount } from '../money.ts';
import { invalid, isRefusal, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { atOnce, type Steps } from '../steps.ts';
import type { AssetEvent, PostedDepreciation } from './asset-events.ts';
import { missingUntil, planningIn } from './asset-plan.ts';
import type { AssetState } from './asset-state.ts';
import { toldBy } from './change-sentences.ts';

/**
 * What the plans take up to a day and nobody has posted yet: one entry for each open fiscal year in which something is missing. What a
 * closed year lacks is posted with the next one. Run again, it finds nothing.
 */
export interface DepreciateFixedAssets {
  readonly type: 'DepreciateFixedAssets';
  readonly until: PlainDate;
  /** Null: the default one of miscellaneous operations. */
  readonly journal_id: number | null;
  /** Null: by asset as long as an entry holds so many lines. */
  readonly lines_by: LinesBy | null;
  /** `yearsToDepreciate` of them. */
  readonly entryIds: readonly number[];
  /** `linesOfDepreciation` of them. */
  readonly lineIds: readonly number[];
}

export const LINES_BY = ['asset', 'category'] as const;
export type LinesBy = (typeof LINES_BY)[number];

type DepreciationEvent = EntryEvent | AssetEvent;
type PostedEvent = Extract<EntryEvent, { readonly type: 'EntryPosted' }>;

/** The open years up to a day, the earliest first. */
export const yearsToDepreciate = (
  until: PlainDate,
  { fiscalYears }: Pick<CompanyFile, 'fiscalYears'>,
): readonly FiscalYearState[] =>
  fiscalYears
    .filter(({ starts_on, closing }) => starts_on <= until && !closing)
    .sort((one, other) => (one.starts_on < other.starts_on ? -1 : 1));

/** The most that they may take: two lines for each asset, or as many as an entry holds. */
export const linesOfDepreciation = (until: PlainDate, file: CompanyFile): number =>
  yearsToDepreciate(until, file).length * Math.min(MAX_LINES, 2 * file.fixedAssets.byId.size);

export const decideDepreciation = (command: DepreciateFixedAssets, file: CompanyFile): Decision<DepreciationEvent> =>
  atOnce(decideDepreciationInSteps(command, file));

export function* decideDepreciationInSteps(
  { until, journal_id, lines_by, entryIds, lineIds }: DepreciateFixedAssets,
  file: CompanyFile,
): Steps<Decision<DepreciationEvent>> {
  const problems: Problem[] = [];
  const journal = journalFor(journal_id, file, problems);
  if (!placeOf(file.fiscalYears, until)) problems.push({ code: 'date_outside_fiscal_years', field: 'until' });
  if (problems.length > 0 || !journal) return invalid(problems);
  const runs = yield* missingByYear(file.fixedAssets.byId.values(), until, file);
  return postedRuns(runs, { journal, lines_by, entryIds, lineIds, field: 'until' }, file);
}

/** What one entry posts. */
export interface DepreciationRun {
  readonly year: FiscalYearState;
  readonly entry_date: PlainDate;
  readonly depreciated_until: PlainDate;
  readonly amounts: readonly { readonly asset: AssetState; readonly amount: Amount }[];
}

const ASSETS_A_STEP = 200;

/** By open year; `entry_date`: that of the last of them, where it is not the day itself. */
export function* missingByYear(
  assets: Iterable<AssetState>,
  until: PlainDate,
  file: CompanyFile,
  entry_date: PlainDate = until,
): Steps<readonly DepreciationRun[]> {
  const planning = planningIn(file);
  const years = yearsToDepreciate(entry_date, file);
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
      const amount = subtract(missingUntil(asset, depreciated_until, planning), allotted);
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
  /** Where a client finds what is wrong. */
  readonly field: string;
}

/** The entries of the runs, each with what it does to its assets. */
export function postedRuns(
  runs: readonly DepreciationRun[],
  posting: Posting,
  file: CompanyFile,
): readonly DepreciationEvent[] | Refusal {
  const events: DepreciationEvent[] = [];
  const lineIds = posting.lineIds.values();
  const versions = new Map<number, AssetState>();
  let { ledger } = file;
  for (const [index, run] of runs.entries()) {
    const entry = entryOf(run, posting.entryIds[index]!, lineIds, posting, { ...file, ledger });
    if (isRefusal(entry)) return entry;
    ledger = evolveLedger(ledger, entry);
    events.push(entry, { type: 'FixedAssetsDepreciated', data: depreciationOf(run, entry.data.id, versions) });
  }
  return events;
}

const LABELS: Labels = {
  fr: 'Amortissements au {date}',
  nl: 'Afschrijvingen op {date}',
  en: 'Depreciation at {date}',
  de: 'Abschreibungen zum {date}',
};

export const writtenDay = (date: PlainDate): string => date.split('-').toReversed().join('/');

function entryOf(
  { entry_date, amounts, depreciated_until }: DepreciationRun,
  id: number,
  lineIds: Iterator<number, unknown>,
  { journal, lines_by, field }: Posting,
  file: CompanyFile,
): PostedEvent | Refusal {
  const place = placeOf(file.fiscalYears, entry_date);
  if (!place) return invalid([{ code: 'date_outside_fiscal_years', field }]);
  const lock = lockOf(place);
  if (lock) return lockedAt(lock, field);
  const problems = accountProblems(amounts, file);
  if (problems.length > 0) return invalid(problems);
  const by = lines_by ?? (2 * amounts.length <= MAX_LINES ? 'asset' : 'category');
  if (by === 'asset' && 2 * amounts.length > MAX_LINES)
    return invalid([{ code: 'entry_too_many_lines', field: 'lines_by', params: { max: MAX_LINES } }]);
  const drafts = by === 'asset' ? amounts.flatMap(linesOfAsset) : linesOfAccounts(amounts);
  const lines = drafts.map(({ codes, ...line }): EntryLine => ({
    ...line,
    ...toldBy(codes, line.debit, entry_date, file),
    id: lineIds.next().value as number,
    third_party_id: null,
  }));
  const { locale } = file.identity!;
  const label = LABELS[locale].replace('{date}', writtenDay(depreciated_until));
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
  return posted(draft, journal.journal, place, file);
}

type Amounts = DepreciationRun['amounts'];

/** Accounts may have been closed to posting since the asset was made. */
function accountProblems(amounts: Amounts, file: CompanyFile): readonly Problem[] {
  const ids = new Map<number, AssetState>();
  for (const { asset } of amounts)
    for (const id of [asset.fields.depreciation_account_id, asset.fields.charge_account_id]) ids.set(id ?? 0, asset);
  return [...ids].flatMap(([id, { fields }]): readonly Problem[] =>
    isPostable(file, id) ? [] : [{ code: 'asset_accounts_closed', params: { asset: fields.code } }],
  );
}

/** With the codes that it is told by. */
type Line = Omit<EntryLine, 'id' | 'third_party_id'> & { readonly codes: AssetState['fields']['analytics'] };
const LONGEST_LABEL = 200;

const sides = (fields: AssetState['fields'], amount: Amount, label: string | null): readonly Line[] => [
  { account_id: fields.charge_account_id!, debit: amount, credit: ZERO, label, codes: fields.analytics },
  { account_id: fields.depreciation_account_id!, debit: ZERO, credit: amount, label, codes: [] },
];

export const nameOf = ({ fields: { code, label } }: AssetState): string => `${code} ${label}`.slice(0, LONGEST_LABEL);

const linesOfAsset = ({ asset, amount }: Amounts[number]): readonly Line[] =>
  sides(asset.fields, amount, nameOf(asset));

/** One pair for all assets with the same two accounts, which those of a category have, and the same codes. */
function linesOfAccounts(amounts: Amounts): readonly Line[] {
  const sums = new Map<string, { readonly fields: AssetState['fields']; readonly amount: Amount }>();
  for (const { asset, amount } of amounts) {
    const { charge_account_id, depreciation_account_id, analytics } = asset.fields;
    const key = JSON.stringify([charge_account_id, depreciation_account_id, analytics]);
    sums.set(key, { fields: asset.fields, amount: add(amount, sums.get(key)?.amount ?? ZERO) });
  }
  return [...sums.values()].flatMap(({ fields, amount }) => sides(fields, amount, null));
}

function depreciationOf(
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
