import type { CompanyFile } from '../../domain/company-file-state.ts';
import { bookDate } from '../../domain/dates.ts';
import { calendarFor, yearEndOf, yearsEndingOn, type Calendar } from '../../domain/book-migrations/calendar.ts';
import { occupiedBy } from '../../domain/book-migrations/migration.ts';
import { previewBooks } from '../../domain/book-migrations/preview.ts';
import { ofCents } from '../../domain/money.ts';
import type { EventLog } from '../../eventlog/port.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { inTurns } from '../../support/yielding.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { MadeCodes } from './names.ts';
import type { MigrationPlan } from '../../stores/book-migrations/plan.ts';
import { findProblems, type FoundProblems } from './problems.ts';
import { readSource, type Reading } from './read-source.ts';
import {
  clearStaged,
  countLetterings,
  gatherEntries,
  gatherLetterings,
  sourceBalances,
  wrongEntries,
  yearsOfEntries,
} from '../../stores/book-migrations/staging.ts';
import type { Claim, MigrationCounts, MigrationRow } from '../../stores/book-migrations/migrations.ts';

/** Everything that does not fit is found before anything is recorded. */

export type MigrationToolbox = Toolbox & {
  readonly files: FileStore;
  readonly log: EventLog;
  /** Identity of this process among those that share the database. */
  readonly processId: string;
};

export interface Checked {
  readonly problems: FoundProblems;
  readonly counts: Partial<MigrationCounts>;
  /** Null where something does not fit. */
  readonly plan: MigrationPlan | null;
}

export async function checkSource(
  toolbox: MigrationToolbox,
  claim: Pick<Claim, 'row' | 'report'>,
  signal?: AbortSignal,
): Promise<Checked> {
  const { row } = claim;
  const { pool, commands } = toolbox;
  const problems = findProblems();
  const file = await commands.look('company', row.company_id);
  const reading = await stage(toolbox, claim, file, problems, signal);
  const rows = reading.names.rows();
  const counts = {
    lines: reading.lines,
    accounts: rows.accounts.length,
    journals: rows.journals.length,
    third_parties: rows.third_parties.length,
  };
  const occupied = occupiedBy(file);
  if (occupied) ofBooks(problems, 'error', occupied);
  if (
    reading.format === 'fec' &&
    file.identity!.country_pack !== 'FR' &&
    Object.keys(row.options.account_mapping).length === 0
  )
    ofBooks(problems, 'warning', 'migration_chart_of_france');
  if (reading.first === null) return { problems, counts, plan: null };
  const calendar = calendarOf(row, reading, file);
  for (const problem of calendar.problems) problems.add({ ...problem, file: null, line: null });
  const uncovered = datesOutside(calendar, reading);
  if (uncovered) ofBooks(problems, 'error', 'migration_dates_outside_years', uncovered);
  if (calendar.problems.length > 0 || uncovered) return { problems, counts, plan: null };
  await gatherEntries(pool, row.id, calendar.years);
  await judgeEntries(toolbox, row, problems);
  const years = await yearsOfEntries(pool, row.id);
  await judgeLetterings(toolbox, row, problems);
  const gathered = {
    ...counts,
    entries: years.reduce((sum, { entries }) => sum + entries, 0),
    letterings: await countLetterings(pool, row.id),
    fiscal_years: calendar.years.filter((one) => !file.fiscalYears.some(({ starts_on }) => starts_on === one.starts_on))
      .length,
  };
  if (problems.hasErrors || years.length === 0) return { problems, counts: gathered, plan: null };
  const books = {
    ...rows,
    years: calendar.years,
    firstYear: years[0]!.year_no,
    lastYear: years.at(-1)!.year_no,
    opened: new Set(years.filter(({ openings }) => openings > 0).map(({ year_no }) => year_no)),
    balances: await sourceBalances(pool, row.id),
    today: bookDate(new Date()),
  };
  const preview = await inTurns(previewBooks(books, file));
  // A line of a file is told with its name, where there is only one.
  const only = row.files.length === 1 ? row.files[0]!.name : null;
  for (const problem of preview.problems)
    problems.add(problem.line === null ? problem : { ...problem, file: problem.file ?? only });
  const { balances: _balances, opened, today: _today, ...kept } = books;
  const plan = {
    ...kept,
    format: reading.format,
    opened: [...opened],
    lastEntries: years.map(({ year_no, last_entry_no }) => ({ year_no, last_entry_no })),
    lines: reading.lines,
    entries: gathered.entries,
    postedLines: years.reduce((sum, { lines }) => sum + lines, 0),
    letterings: gathered.letterings,
    ends: preview.ends,
  };
  return { problems, counts: gathered, plan: problems.hasErrors ? null : plan };
}

/** What was read before, by whoever, is read anew. */
export async function stage(
  { pool, files }: MigrationToolbox,
  { row, report }: Pick<Claim, 'row' | 'report'>,
  file: CompanyFile,
  problems: FoundProblems,
  signal?: AbortSignal,
  made?: MadeCodes,
): Promise<Reading> {
  await clearStaged(pool, row.id);
  const { id: migrationId, files: sources, options } = row;
  const onProgress = (lines: number): void => report({ ...row.done, lines });
  return readSource({ pool, files, migrationId, sources, options, file, problems, onProgress, signal, made });
}

function calendarOf({ files, options }: MigrationRow, reading: Reading, { fiscalYears }: CompanyFile): Calendar {
  const ends = files.flatMap(({ name }) => yearEndOf(name) ?? []);
  const told = options.fiscal_years.length > 0 ? options.fiscal_years : yearsEndingOn(ends);
  const known = fiscalYears.map(({ starts_on, ends_on }) => ({ starts_on, ends_on }));
  // A year that the file has is as the file has it.
  const others = told.filter(
    ({ starts_on, ends_on }) =>
      options.fiscal_years.length > 0 || !known.some((one) => one.starts_on <= starts_on && ends_on <= one.ends_on),
  );
  return calendarFor(known, others, { first: reading.first!, last: reading.last! });
}

function datesOutside(
  { years }: Calendar,
  { first, last }: Reading,
): { from: string; to: string; date: string } | null {
  const [from, to] = [years[0]!.starts_on, years.at(-1)!.ends_on];
  if (first! >= from && last! <= to) return null;
  return { from, to, date: first! < from ? first! : last! };
}

function ofBooks(
  problems: FoundProblems,
  severity: 'error' | 'warning',
  code: string,
  params?: Readonly<Record<string, string | number>>,
): void {
  problems.add({ severity, code, file: null, line: null, column: null, ...(params && { params }) });
}

async function judgeEntries(
  { pool }: MigrationToolbox,
  { id, files }: MigrationRow,
  problems: FoundProblems,
): Promise<void> {
  for (const kind of ['unbalanced', 'too_large'] as const) {
    const wrong = await wrongEntries(pool, id, kind);
    for (const [index, one] of wrong.entries()) {
      const { journal, number, file_no, file_line, balance, lines_count } = one;
      // Those that are not given are counted with the last.
      const count = index === wrong.length - 1 ? one.total - index : 1;
      const params = { journal, number: number.slice(0, 40), difference: ofCents(BigInt(balance)), lines: lines_count };
      const code = kind === 'unbalanced' ? 'migration_entry_unbalanced' : 'migration_entry_too_large';
      problems.add(
        { severity: 'error', code, file: files[file_no]!.name, line: file_line, column: null, params },
        count,
      );
    }
  }
}

async function judgeLetterings(
  { pool }: MigrationToolbox,
  { id, files }: MigrationRow,
  problems: FoundProblems,
): Promise<void> {
  const left = await gatherLetterings(pool, id);
  for (const [index, { letter, account, file_no, file_line, total }] of left.entries()) {
    const count = index === left.length - 1 ? total - index : 1;
    const params = { letter: letter.slice(0, 20), account };
    const code = 'migration_lettering_left_out';
    problems.add(
      { severity: 'warning', code, file: files[file_no]!.name, line: file_line, column: null, params },
      count,
    );
  }
}
