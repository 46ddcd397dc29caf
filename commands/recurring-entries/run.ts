import type { CompanyFile } from '../../domain/company-file-state.ts';
import { bookDate, type PlainDate } from '../../domain/dates.ts';
import { outlookOf, type Outlook, type OutlookSpan } from '../../domain/recurring-entries/upcoming.ts';
import {
  candidates,
  decideRun,
  idsFor,
  type Candidate,
  type ConfirmOccurrences,
  type GivenIds,
  type RunRecurringEntries,
} from '../../domain/recurring-entries/posting.ts';
import type { IdsNeeded } from '../../domain/recurring-entries/occurrence.ts';
import { countryOf, openDates } from '../../domain/recurring-entries/progress.ts';
import type { EntryEvent, PostedEntry } from '../../domain/ledger/entry-events.ts';
import type { LetteringEvent } from '../../domain/lettering/lettering-events.ts';
import type { PostedOccurrence, RecurringEvent } from '../../domain/recurring-entries/recurring-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { companiesWithDueEntries } from '../../projections/recurring-entries/facts.ts';
import { systemContext, type CommandContext } from '../support/context.ts';
import { allOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { needsFacts, occurrenceFacts } from './facts.ts';

/** Occurrences are posted: of one template when somebody asks, of all company files every night. */

export interface RequestedRun {
  /** Null: all templates of the file. */
  readonly id: number | null;
  readonly until: PlainDate;
  readonly baseVersion: number | null;
}

/** What was posted, in the order of dates; the rest of what is due is read from the file by whoever wants to know. */
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
  /** Whether something that was tried is left: it was refused, or there was no room for it. */
  readonly isAnyLeft: boolean;
}

async function runOnce(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedRun,
  context: CommandContext,
): Promise<Run | Refusal> {
  const { commands, pool } = toolbox;
  const file = await commands.look('company', companyId);
  const found = candidates(file, requested.id, requested.until);
  const commandOn = (state: CompanyFile, due: readonly Candidate[]) =>
    prepared(pool, companyId, requested, state, due, (needed) => allocated(toolbox, needed));
  // What the state does not hold is read when the tables have passed its end.
  const toExecute = found.some(needsFacts)
    ? (state: CompanyFile) => commandOn(state, candidates(state, requested.id, requested.until))
    : await commandOn(file, found);
  const outcome = await commands.execute('company', companyId, toExecute, context);
  if (isRefusal(outcome)) return outcome;
  const posted = postedBy(outcome.events);
  return { posted, isAnyLeft: posted.length < found.length };
}

/** What a run would post now: entries with a number, but without ids. Nothing is recorded. */
export async function previewRun(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  requested: RequestedRun,
): Promise<{ readonly posted: readonly PreviewedOccurrence[]; readonly file: CompanyFile } | Refusal> {
  const file = await commands.look('company', companyId);
  const found = candidates(file, requested.id, requested.until);
  const command = await prepared(pool, companyId, requested, file, found, pretendedIds);
  const decision = decideRun(command, file);
  if (isRefusal(decision)) return decision;
  const entries = new Map(allOfType(decision, 'EntryPosted').map(({ data }) => [data.id, data]));
  const posted = postedBy(decision).map(({ date, entry_id, reversal_entry_id }) => ({
    date,
    entry: entries.get(entry_id)!,
    reversal: entries.get(reversal_entry_id ?? 0) ?? null,
  }));
  return { posted, file };
}

export interface PreviewedOccurrence {
  readonly date: PlainDate;
  readonly entry: PostedEntry;
  readonly reversal: PostedEntry | null;
}

export type RequestedConfirmation = Pick<ConfirmOccurrences, 'id' | 'dates' | 'baseVersion'>;

/** All of the dates or none. */
export async function confirmOccurrences(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedConfirmation,
  context: CommandContext,
): Promise<readonly PostedOccurrence[] | Refusal> {
  const { commands, pool } = toolbox;
  const gather = async (file: CompanyFile): Promise<ConfirmOccurrences | Refusal> => {
    const entry = file.recurringEntries[requested.id];
    if (!entry || entry.is_trashed) return refuse('not_found');
    const found = requested.dates.map((date) => ({ entry, date }));
    const facts = await occurrenceFacts(pool, companyId, found, file);
    return { type: 'ConfirmOccurrences', ...requested, facts, ids: await allocated(toolbox, idsFor(found)) };
  };
  const outcome = await commands.execute('company', companyId, gather, context);
  return isRefusal(outcome) ? outcome : postedBy(outcome.events);
}

/** What comes of a template; undefined when it is not there. */
export async function lookAhead(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  id: number,
  span: OutlookSpan,
): Promise<readonly Outlook[] | undefined> {
  const file = await commands.look('company', companyId);
  const entry = file.recurringEntries[id];
  if (!entry || entry.is_trashed) return undefined;
  const found: Candidate[] = entry.course.withdrawn.map((date) => ({ entry, date }));
  for (const date of openDates(entry, span.until, countryOf(file))) {
    if (found.length >= span.most + entry.course.withdrawn.length) break;
    found.push({ entry, date });
  }
  return outlookOf(entry, span, await occurrenceFacts(pool, companyId, found, file), file);
}

async function prepared(
  pool: Toolbox['pool'],
  companyId: number,
  requested: RequestedRun,
  file: CompanyFile,
  due: readonly Candidate[],
  idsOf: (needed: IdsNeeded) => Promise<GivenIds> | GivenIds,
): Promise<RunRecurringEntries> {
  const [facts, ids] = await Promise.all([occurrenceFacts(pool, companyId, due, file), idsOf(idsFor(due))]);
  return { type: 'RunRecurringEntries', ...requested, facts, ids };
}

async function allocated({ ids }: Toolbox, needed: IdsNeeded): Promise<GivenIds> {
  const some = (resource: string, count: number) => (count === 0 ? [] : ids.allocate(resource, count));
  const [entries, lines, letterings] = await Promise.all([
    some('entries', needed.entries),
    some('entry_lines', needed.lines),
    some('letterings', needed.letterings),
  ]);
  return { entries, lines, letterings };
}

/** Numbers that no record has, each another. */
function pretendedIds({ entries, lines, letterings }: IdsNeeded): GivenIds {
  const some = (count: number) => Array.from({ length: count }, (_, index) => -1 - index);
  return { entries: some(entries), lines: some(lines), letterings: some(letterings) };
}

const postedBy = (events: readonly (RecurringEvent | EntryEvent | LetteringEvent)[]): readonly PostedOccurrence[] =>
  [
    ...allOfType(events, 'RecurringEntryPosted').map(({ data }) => data),
    ...allOfType(events, 'RecurringEntriesPosted').flatMap(({ data }) => data.recurring_entries),
  ].flatMap(({ occurrences }) => occurrences);

/** Company files that are read from the tables at once, and worked on at the same time. */
const A_PAGE = 200;
const SIDE_BY_SIDE = 8;

export interface NightlyRun {
  readonly companies: number;
  readonly posted: number;
}

/**
 * Posts what is due in all company files: each date on its own date, however long ago it was. Safe in several processes at once: whoever
 * comes second finds nothing to do. Of a file that fails, the others do not suffer.
 * @throws AggregateError at its end, with what has failed
 */
export async function runAllDue(
  toolbox: Toolbox,
  { today, signal }: { readonly today: PlainDate; readonly signal?: AbortSignal },
): Promise<NightlyRun> {
  const failures: unknown[] = [];
  let companies = 0;
  let posted = 0;
  for (let after = 0; ;) {
    const page = await companiesWithDueEntries(toolbox.pool, { today, after, limit: A_PAGE });
    const waiting = [...page];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined && !signal?.aborted; next = waiting.shift())
        try {
          const count = await runCompany(toolbox, next, today, signal);
          posted += count;
          companies += 1;
        } catch (error) {
          failures.push(error);
        }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    if (page.length < A_PAGE || signal?.aborted) break;
    after = page.at(-1)!;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Recurring entries of ${failures.length} company files were not posted`);
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
    const outcome = await runOnce(toolbox, companyId, requested, systemContext('recurring'));
    // A file that has just gone to the recycle bin is none of ours; and what is held waits for its period.
    if (isRefusal(outcome) || outcome.posted.length === 0) break;
    posted += outcome.posted.length;
    if (!outcome.isAnyLeft) break;
  }
  return posted;
}

/** The day of the books by the earlier of two clocks, ours and the database's: one that is ahead must not post what is yet to come. */
export async function dayOfTheBooks(pool: Toolbox['pool'], now: Date = new Date()): Promise<PlainDate> {
  const { rows } = await pool.query<{ now: string }>(
    `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS now`,
  );
  return bookDate(new Date(Math.min(now.getTime(), Date.parse(rows[0]!.now))));
}
