import type { CompanyFile } from '../../domain/company-file-state.ts';
import { toBookDate, type PlainDate } from '../../domain/dates.ts';
import { buildOutlook, type Outlook, type OutlookSpan } from '../../domain/recurring-entries/upcoming.ts';
import {
  listCandidates,
  countNeededIds,
  type Candidate,
  type ConfirmOccurrences,
  type RunRecurringEntries,
} from '../../domain/recurring-entries/posting.ts';
import type { GivenIds } from '../../domain/recurring-entries/run-steps.ts';
import type { IdsNeeded, OccurrenceEvent } from '../../domain/recurring-entries/occurrence.ts';
import { getPackCountry, listOpenDates } from '../../domain/recurring-entries/progress.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import type { PostedOccurrence, RecurringEvent } from '../../domain/recurring-entries/recurring-events.ts';
import { DEFAULT_SERIES_COUNT, lacksSeries } from '../../domain/number-series/default-series.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import { listCompaniesWithDueEntries } from '../../projections/recurring-entries/facts.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { needsFacts, loadOccurrenceFacts } from './facts.ts';
import type { IdSource, Sources } from '../support/preview.ts';

/** Posts occurrences: of one template on request, and of all company files every night. */

export interface RequestedRun {
  /** Null means all templates of the file. */
  readonly id: number | null;
  readonly until: PlainDate;
  readonly baseVersion: number | null;
}

/** Returns the posted occurrences in order of date. Occurrences still due can be read from the file. */
export async function runRecurringEntries(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedRun,
  context: CommandContext,
): Promise<readonly PostedOccurrence[] | Refusal> {
  const outcome = await runOnce(toolbox, companyId, requested, context);
  return isRefusal(outcome) ? outcome : outcome.posted;
}

interface Run {
  readonly posted: readonly PostedOccurrence[];
  /** Whether an occurrence is left because it was refused or did not fit into the batch. */
  readonly isAnyLeft: boolean;
}

async function runOnce(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedRun,
  context: CommandContext,
): Promise<Run | Refusal> {
  const { commands } = toolbox;
  const file = await commands.loadState('company', companyId);
  const found = listCandidates(file, requested.id, requested.until);
  const buildCommand = (state: CompanyFile) => buildRunCommand(toolbox, companyId, requested, state);
  // Facts outside the state are read once the projections have caught up with it.
  const toExecute = found.some(needsFacts) ? buildCommand : await buildCommand(file);
  const outcome = await commands.execute('company', companyId, toExecute, context);
  if (isRefusal(outcome)) return outcome;
  const posted = listPostedOccurrences(outcome.events);
  return { posted, isAnyLeft: posted.length < found.length };
}

/** The occurrences of a run with their entries, among the events of the command. */
export function listPreviewedOccurrences(events: readonly { readonly type: string }[]): readonly PreviewedOccurrence[] {
  // Events of other types are ignored.
  const posting = events as readonly PostingEvent[];
  const entries = new Map(filterByType(posting, 'EntryPosted').map(({ data }) => [data.id, data]));
  return listPostedOccurrences(posting).map(({ date, entry_id, reversal_entry_id }) => ({
    date,
    entry: entries.get(entry_id)!,
    reversal: entries.get(reversal_entry_id ?? 0) ?? null,
  }));
}

export interface PreviewedOccurrence {
  readonly date: PlainDate;
  readonly entry: PostedEntry;
  readonly reversal: PostedEntry | null;
}

export type RequestedConfirmation = Pick<ConfirmOccurrences, 'id' | 'dates' | 'baseVersion'>;

/** Confirms all dates or none. */
export async function confirmOccurrences(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedConfirmation,
  context: CommandContext,
): Promise<readonly PostedOccurrence[] | Refusal> {
  const { commands, pool } = toolbox;
  const buildConfirmCommand = async (file: CompanyFile): Promise<ConfirmOccurrences | Refusal> => {
    const entry = file.recurringEntries[requested.id];
    if (!entry || entry.is_trashed) return refuse('not_found');
    const found = requested.dates.map((date) => ({ entry, date }));
    const facts = await loadOccurrenceFacts(pool, companyId, found, file);
    return {
      type: 'ConfirmOccurrences',
      ...requested,
      facts,
      ids: await allocateIds(toolbox.ids, countNeededIds(found), file),
    };
  };
  const outcome = await commands.execute('company', companyId, buildConfirmCommand, context);
  return isRefusal(outcome) ? outcome : listPostedOccurrences(outcome.events);
}

/** Lists the upcoming occurrences of a template; undefined if it does not exist. */
export async function listUpcomingOccurrences(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  id: number,
  span: OutlookSpan,
): Promise<readonly Outlook[] | undefined> {
  const file = await commands.loadState('company', companyId);
  const entry = file.recurringEntries[id];
  if (!entry || entry.is_trashed) return undefined;
  const found: Candidate[] = entry.course.withdrawn.map((date) => ({ entry, date }));
  for (const date of listOpenDates(entry, span.until, getPackCountry(file))) {
    if (found.length >= span.most + entry.course.withdrawn.length) break;
    found.push({ entry, date });
  }
  return buildOutlook(entry, span, await loadOccurrenceFacts(pool, companyId, found, file), file);
}

async function buildRunCommand(
  { pool, ids }: Sources,
  companyId: number,
  requested: RequestedRun,
  file: CompanyFile,
): Promise<RunRecurringEntries> {
  const due = listCandidates(file, requested.id, requested.until);
  const [facts, given] = await Promise.all([
    loadOccurrenceFacts(pool, companyId, due, file),
    allocateIds(ids, countNeededIds(due), file),
  ]);
  return { type: 'RunRecurringEntries', ...requested, facts, ids: given };
}

async function allocateIds(ids: IdSource, needed: IdsNeeded, file: CompanyFile): Promise<GivenIds> {
  const allocateSome = (resource: string, count: number) => (count === 0 ? [] : ids.allocate(resource, count));
  const hasNoSeries = needed.documents > 0 && lacksSeries(file);
  const [entries, lines, letterings, documents, documentLines, series] = await Promise.all([
    allocateSome('entries', needed.entries),
    allocateSome('entry_lines', needed.lines),
    allocateSome('letterings', needed.letterings),
    allocateSome('documents', needed.documents),
    allocateSome(DOCUMENT_LINE_IDS, needed.documentLines),
    allocateSome('number_series', hasNoSeries ? DEFAULT_SERIES_COUNT : 0),
  ]);
  return { entries, lines, letterings, documents, documentLines, series };
}

type PostingEvent = RecurringEvent | OccurrenceEvent;

const listPostedOccurrences = (events: readonly PostingEvent[]): readonly PostedOccurrence[] =>
  [
    ...filterByType(events, 'RecurringEntryPosted').map(({ data }) => data),
    ...filterByType(events, 'RecurringEntriesPosted').flatMap(({ data }) => data.recurring_entries),
  ].flatMap(({ occurrences }) => occurrences);

/** Company files read per page, and processed concurrently. */
const A_PAGE = 200;
const SIDE_BY_SIDE = 8;

export interface NightlyRun {
  readonly companies: number;
  readonly posted: number;
}

/**
 * Posts all due occurrences of all company files, each on its own date, however long ago. Safe to run in several
 * processes: the second finds nothing to do. A failing file does not affect the others.
 * @throws AggregateError at the end, with all failures
 */
export async function runAllDueEntries(
  toolbox: Toolbox,
  { today, signal }: { readonly today: PlainDate; readonly signal?: AbortSignal },
): Promise<NightlyRun> {
  const failures: unknown[] = [];
  let companies = 0;
  let posted = 0;
  for (let after = 0; ;) {
    const page = await listCompaniesWithDueEntries(toolbox.pool, { today, after, limit: A_PAGE });
    const waiting = [...page];
    const runWorker = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined && !signal?.aborted; next = waiting.shift())
        try {
          const count = await runCompany(toolbox, next, today, signal);
          posted += count;
          companies += 1;
        } catch (error) {
          failures.push(error);
        }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, runWorker));
    if (page.length < A_PAGE || signal?.aborted) break;
    after = page.at(-1)!;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Recurring entries of ${failures.length} company files could not be posted`);
  return { companies, posted };
}

async function runCompany(
  toolbox: Toolbox,
  companyId: number,
  until: PlainDate,
  signal?: AbortSignal,
): Promise<number> {
  let posted = 0;
  while (!signal?.aborted) {
    const requested = { id: null, until, baseVersion: null };
    const outcome = await runOnce(toolbox, companyId, requested, createSystemContext('recurring'));
    // Skip a file that has just been trashed; blocked occurrences wait for their period to open.
    if (isRefusal(outcome) || outcome.posted.length === 0) break;
    posted += outcome.posted.length;
    if (!outcome.isAnyLeft) break;
  }
  return posted;
}

/** Today by the earlier of our clock and the database clock, so that a fast clock does not post future occurrences. */
export async function readBookDate(pool: Toolbox['pool'], now: Date = new Date()): Promise<PlainDate> {
  const { rows } = await pool.query<{ now: string }>(
    `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS now`,
  );
  return toBookDate(new Date(Math.min(now.getTime(), Date.parse(rows[0]!.now))));
}
