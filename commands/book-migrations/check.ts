import type { Owner } from '../../database/owners.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { toBookDate } from '../../domain/dates.ts';
import {
  buildCalendar,
  parseYearEnd,
  buildYearsEndingOn,
  type Calendar,
} from '../../domain/book-migrations/calendar.ts';
import { findMigrationObstacle } from '../../domain/book-migrations/migration.ts';
import { previewBooks } from '../../domain/book-migrations/preview.ts';
import { fromCents } from '../../domain/money.ts';
import type { EventLog } from '../../eventlog/port.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { runInTurns } from '../../support/yielding.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { MadeCodes } from './names.ts';
import type { MigrationPlan } from '../../stores/book-migrations/plan.ts';
import { createProblemList, type FoundProblems } from './problems.ts';
import { readSource, type Reading } from './read-source.ts';
import {
  clearStaged,
  countLetterings,
  groupEntries,
  groupLetterings,
  readSourceBalances,
  listWrongEntries,
  summarizeYears,
} from '../../stores/book-migrations/staging.ts';
import type { Claim, MigrationCounts, MigrationRow } from '../../stores/book-migrations/migrations.ts';

/** Finds all problems before anything is recorded. */

export type MigrationToolbox = Toolbox & {
  readonly files: FileStore;
  readonly log: EventLog;
  readonly owner: Owner;
};

export interface Checked {
  readonly problems: FoundProblems;
  readonly counts: Partial<MigrationCounts>;
  /** Null if there are errors. */
  readonly plan: MigrationPlan | null;
}

export async function checkSource(
  toolbox: MigrationToolbox,
  claim: Pick<Claim, 'row' | 'report' | 'requireHeld'>,
  signal?: AbortSignal,
): Promise<Checked> {
  const { row } = claim;
  const { pool, commands } = toolbox;
  const problems = createProblemList();
  const file = await commands.loadState('company', row.company_id);
  const reading = await stageSource(toolbox, claim, { file, problems, signal });
  const rows = reading.names.buildRows();
  const counts = {
    lines: reading.lines,
    accounts: rows.accounts.length,
    journals: rows.journals.length,
    third_parties: rows.third_parties.length,
  };
  const occupied = findMigrationObstacle(file);
  if (occupied) addBooksProblem(problems, 'error', occupied);
  if (
    reading.format === 'fec' &&
    file.identity.country_pack !== 'FR' &&
    Object.keys(row.options.account_mapping).length === 0
  )
    addBooksProblem(problems, 'warning', 'migration_chart_of_france');
  if (reading.first === null) return { problems, counts, plan: null };
  const calendar = buildSourceCalendar(row, reading, file);
  for (const problem of calendar.problems) problems.add({ ...problem, file: null, line: null });
  const uncovered = findDatesOutside(calendar, reading);
  if (uncovered) addBooksProblem(problems, 'error', 'migration_dates_outside_years', uncovered);
  if (calendar.problems.length > 0 || uncovered) return { problems, counts, plan: null };
  await groupEntries(pool, row.id, calendar.years);
  await checkEntries(toolbox, row, problems);
  const years = await summarizeYears(pool, row.id);
  await checkLetterings(toolbox, row, problems);
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
    balances: await readSourceBalances(pool, row.id),
    today: toBookDate(new Date()),
  };
  const preview = await runInTurns(previewBooks(books, file));
  // Add the file name to a line number if there is only one file.
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

interface Staging {
  readonly file: CompanyFile;
  readonly problems: FoundProblems;
  readonly signal?: AbortSignal | undefined;
  readonly made?: MadeCodes;
}

/** Stages the source again and discards any earlier staging. */
export async function stageSource(
  { pool, files }: MigrationToolbox,
  { row, report, requireHeld }: Pick<Claim, 'row' | 'report' | 'requireHeld'>,
  { file, problems, signal, made }: Staging,
): Promise<Reading> {
  await requireHeld();
  await clearStaged(pool, row.id);
  const { id: migrationId, files: sources, options } = row;
  const onProgress = (lines: number): void => report({ ...row.done, lines });
  return readSource({
    pool,
    files,
    migrationId,
    sources,
    options,
    file,
    problems,
    onProgress,
    requireHeld,
    signal,
    made,
  });
}

function buildSourceCalendar(
  { files, options }: MigrationRow,
  reading: Reading,
  { fiscalYears, identity }: CompanyFile,
): Calendar {
  const ends = files.flatMap(({ name }) => parseYearEnd(name) ?? []);
  const requestedYears = options.fiscal_years.length > 0 ? options.fiscal_years : buildYearsEndingOn(ends);
  const known = fiscalYears.map(({ starts_on, ends_on }) => ({ starts_on, ends_on }));
  // A year that exists in the company file takes precedence.
  const others = requestedYears.filter(
    ({ starts_on, ends_on }) =>
      options.fiscal_years.length > 0 || !known.some((one) => one.starts_on <= starts_on && ends_on <= one.ends_on),
  );
  const range = { first: reading.first!, last: reading.last! };
  return buildCalendar(known, others, range, identity.country_pack);
}

function findDatesOutside(
  { years }: Calendar,
  { first, last }: Reading,
): { from: string; to: string; date: string } | null {
  const [from, to] = [years[0]!.starts_on, years.at(-1)!.ends_on];
  if (first! >= from && last! <= to) return null;
  return { from, to, date: first! < from ? first! : last! };
}

function addBooksProblem(
  problems: FoundProblems,
  severity: 'error' | 'warning',
  code: string,
  params?: Readonly<Record<string, string | number>>,
): void {
  problems.add({ severity, code, file: null, line: null, column: null, ...(params && { params }) });
}

async function checkEntries(
  { pool }: MigrationToolbox,
  { id, files }: MigrationRow,
  problems: FoundProblems,
): Promise<void> {
  for (const kind of ['unbalanced', 'too_large'] as const) {
    const wrong = await listWrongEntries(pool, id, kind);
    for (const [index, one] of wrong.entries()) {
      const { journal, number, file_no, file_line, balance, lines_count } = one;
      // The last one listed also counts those that are not listed.
      const count = index === wrong.length - 1 ? one.total - index : 1;
      const params = {
        journal,
        number: number.slice(0, 40),
        difference: fromCents(BigInt(balance)),
        lines: lines_count,
      };
      const code = kind === 'unbalanced' ? 'migration_entry_unbalanced' : 'migration_entry_too_large';
      problems.add(
        { severity: 'error', code, file: files[file_no]!.name, line: file_line, column: null, params },
        count,
      );
    }
  }
}

async function checkLetterings(
  { pool }: MigrationToolbox,
  { id, files }: MigrationRow,
  problems: FoundProblems,
): Promise<void> {
  const left = await groupLetterings(pool, id);
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
