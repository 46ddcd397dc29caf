import { randomUUID } from 'node:crypto';
import { passFaultPoint } from '../../database/fault-point.ts';
import { accounts } from '../../domain/accounts/account.ts';
import type { CompanyFileCommand } from '../../domain/company-file.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { toBookDate } from '../../domain/dates.ts';
import { countMaxLines } from '../../domain/fiscal-years/closing.ts';
import { isOpeningJournalMissing } from '../../domain/fiscal-years/journal.ts';
import type { CloseMigratedYear } from '../../domain/book-migrations/closing.ts';
import { listMissingYears } from '../../domain/book-migrations/preview.ts';
import type { MigrationState } from '../../domain/book-migrations/state.ts';
import { RESOURCE_OF_PART } from '../../domain/book-migrations/migration.ts';
import { fromCents } from '../../domain/money.ts';
import { findIdByKey } from '../../domain/records/state.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { PERIOD_IDS } from '../../projections/engine/ids.ts';
import { readYearBalances, readYearCurrencyBalances } from '../../projections/fiscal-years/closing-facts.ts';
import { getRecordTable } from '../../projections/records/tables.ts';
import { MOST_PERIODS } from '../fiscal-years/change-fiscal-year.ts';
import { createSystemContext } from '../support/context.ts';
import { stageSource, type MigrationToolbox } from './check.ts';
import { MigrationFailed } from './failures.ts';
import {
  readEntriesAfter,
  readLetteringsAfter,
  readOpeningBalances,
  type FirstIds,
} from '../../stores/book-migrations/pages.ts';
import type { MigrationPlan } from '../../stores/book-migrations/plan.ts';
import { waitUntilRightsApplied } from '../../stores/support/applied-rights.ts';
import { createProblemList } from './problems.ts';
import { groupEntries, groupLetterings, countStagedLines } from '../../stores/book-migrations/staging.ts';
import type { Claim, MigrationCounts } from '../../stores/book-migrations/migrations.ts';

/**
 * Imports the books in many appends. Each append records the progress, so that another process can continue after a
 * crash. The file is not visible before the last append.
 */

const RECORDS_AT_ONCE = 1_000;
/** Appends in flight while the next page is read; the projections follow behind. */
const ON_THEIR_WAY = 3;

type Running = NonNullable<MigrationState>;

interface Work {
  readonly toolbox: MigrationToolbox;
  readonly claim: Claim;
  readonly plan: MigrationPlan;
  readonly signal: AbortSignal | undefined;
  readonly done: { -readonly [Name in keyof MigrationCounts]: number };
}

export async function carryOutMigration(
  toolbox: MigrationToolbox,
  claim: Claim,
  plan: MigrationPlan,
  signal?: AbortSignal,
): Promise<MigrationCounts> {
  const none = { lines: 0, entries: 0, accounts: 0, journals: 0, third_parties: 0, fiscal_years: 0, letterings: 0 };
  const work: Work = { toolbox, claim, plan, signal, done: { ...none } };
  const running = await startMigration(work);
  await restageIfLost(work);
  for (const part of ['accounts', 'journals', 'third_parties'] as const)
    await migrateRecords(work, part, running.done[part]);
  await migrateYears(work, running);
  let entryNo = running.done.entries;
  for (let yearNo = plan.firstYear; yearNo <= plan.lastYear; yearNo += 1) {
    const last = plan.lastEntries.find(({ year_no }) => year_no === yearNo)?.last_entry_no ?? 0;
    entryNo = await migrateEntries(work, running, entryNo, last);
    const number = yearNo - plan.firstYear;
    if (yearNo < plan.lastYear && running.done.closings <= number) await closeMigratedYear(work, yearNo, number);
  }
  await migrateLetterings(work, running);
  return work.done;
}

const findMigration = (file: CompanyFile, id: number): Running | null =>
  file.migration?.id === id ? file.migration : null;

async function startMigration(work: Work): Promise<Running> {
  const { toolbox, claim, plan } = work;
  const { commands, ids } = toolbox;
  const { id, company_id: companyId, files } = claim.row;
  const known = findMigration(await commands.loadState('company', companyId), id);
  if (known) return known;
  const allocateFirst = async (resource: string, count: number): Promise<number> =>
    (await ids.allocate(resource, Math.max(1, count)))[0]!;
  const migration = {
    id,
    format: plan.format,
    files,
    first_entry_id: await allocateFirst('entries', plan.entries),
    first_line_id: await allocateFirst('entry_lines', plan.postedLines),
    first_lettering_id: await allocateFirst('letterings', plan.letterings),
    lines_count: plan.lines,
    entries_count: plan.entries,
  };
  const { position } = await executeStep(work, { type: 'StartMigration', migration });
  // Nothing is imported while a process still shows the file.
  if (position !== null) await waitUntilRightsApplied(toolbox.pool, position, companyId);
  return findMigration(await commands.loadState('company', companyId), id)!;
}

/** Reads the sources again if a crash of the database server emptied the staging tables. */
async function restageIfLost({ toolbox, claim, plan, signal }: Work): Promise<void> {
  const { pool, commands } = toolbox;
  const { id, company_id: companyId } = claim.row;
  if ((await countStagedLines(pool, id)) === plan.lines) return;
  const made = { journals: listCodes(plan.journals), parties: listCodes(plan.third_parties) };
  const file = await commands.loadState('company', companyId);
  const { lines } = await stageSource(toolbox, claim, { file, problems: createProblemList(), signal, made });
  if (lines !== plan.lines) throw new MigrationFailed([{ code: 'migration_source_changed' }]);
  await groupEntries(pool, id, plan.years);
  await groupLetterings(pool, id);
}

const listCodes = (rows: MigrationPlan['journals']): ReadonlySet<string> =>
  new Set(rows.map(({ data }) => data['code'] as string));

/** Executes each step as a separate operation, on behalf of the user who requested the migration. */
export async function executeStep(
  { toolbox, claim, signal }: Pick<Work, 'toolbox' | 'claim' | 'signal'>,
  command: Migrating | (() => Promise<Migrating>),
): Promise<{ readonly position: number | null }> {
  signal?.throwIfAborted();
  await claim.requireHeld();
  const { company_id: companyId, user_id: userId } = claim.row;
  const context = createSystemContext('migration', randomUUID(), userId);
  const outcome = await toolbox.commands.execute('company', companyId, command, context);
  passFaultPoint('between-steps-of-migration');
  // A retry would be refused again, because the file has not changed.
  if (isRefusal(outcome)) throw new MigrationFailed(outcome.problems);
  return outcome;
}

type Migrating = Extract<
  CompanyFileCommand,
  {
    readonly type:
      | 'StartMigration'
      | 'MigrateRecords'
      | 'MigrateYears'
      | 'MigrateEntries'
      | 'MigrateLetterings'
      | 'CloseMigratedYear'
      | 'CompleteMigration'
      | 'DropMigratedBooks'
      | 'TakeMigratedBack'
      | 'AbandonMigration';
  }
>;

async function migrateRecords(
  work: Work,
  part: 'accounts' | 'journals' | 'third_parties',
  done: number,
): Promise<void> {
  const { toolbox, claim, plan } = work;
  for (let from = done; from < plan[part].length; from += RECORDS_AT_ONCE) {
    const rows = plan[part].slice(from, from + RECORDS_AT_ONCE);
    const ids = await toolbox.ids.allocate(getRecordTable(RESOURCE_OF_PART[part]).name, rows.length);
    const step = { migrationId: claim.row.id, from, to: from + rows.length };
    await executeStep(work, { type: 'MigrateRecords', part, rows, ids, ...step });
    work.done[part] = step.to;
    claim.report(work.done);
  }
  work.done[part] = plan[part].length;
}

async function migrateYears(work: Work, { done }: Running): Promise<void> {
  const { toolbox, claim, plan } = work;
  const file = await toolbox.commands.loadState('company', claim.row.company_id);
  const missing = done.fiscal_years > 0 ? [] : listMissingYears(plan.years, file);
  work.done.fiscal_years = claim.row.counts.fiscal_years ?? missing.length;
  if (done.fiscal_years > 0) return;
  const { period_length = 'month' } = file.fiscalYears[0]!;
  const years = await Promise.all(
    missing.map(async ({ starts_on, ends_on }) => {
      const [[id], periodIds] = await Promise.all([
        toolbox.ids.allocate('fiscal_years', 1),
        toolbox.ids.allocate(PERIOD_IDS, MOST_PERIODS),
      ]);
      return { id: id!, periodIds, starts_on, ends_on, period_length };
    }),
  );
  await executeStep(work, { type: 'MigrateYears', migrationId: claim.row.id, from: 0, to: 1, years });
}

/** Returns the number of the last posted entry. */
async function migrateEntries(work: Work, first: FirstIds, from: number, last: number): Promise<number> {
  const { toolbox, claim } = work;
  const migrationId = claim.row.id;
  const onTheirWay: Promise<unknown>[] = [];
  const waitForAppends = async (atMost: number): Promise<void> => {
    while (onTheirWay.length > atMost) await onTheirWay.shift();
  };
  let posted = from;
  try {
    while (posted < last) {
      const entries = await readEntriesAfter(toolbox.pool, migrationId, { from: posted, last }, first);
      if (entries.length === 0) throw new Error(`Migration ${migrationId}: no entry after ${posted}`);
      await waitForAppends(ON_THEIR_WAY - 1);
      const step = { migrationId, from: posted, to: posted + entries.length };
      const sent = executeStep(work, { type: 'MigrateEntries', entries, ...step });
      // Prevents an unhandled rejection; the error surfaces when the append is awaited.
      sent.catch(() => undefined);
      onTheirWay.push(sent);
      posted = step.to;
      work.done.entries = posted;
      const final = entries.at(-1)!;
      work.done.lines = final.firstLineId + final.lines.length - first.firstLineId;
      claim.report(work.done);
    }
    await waitForAppends(0);
  } finally {
    await Promise.allSettled(onTheirWay);
  }
  return Math.max(posted, last);
}

async function closeMigratedYear(work: Work, yearNo: number, number: number): Promise<void> {
  const { toolbox, claim, plan } = work;
  const { id: migrationId, company_id: companyId } = claim.row;
  const { commands, ids, pool } = toolbox;
  // The balances are read from the projections.
  await commands.waitForProjections();
  const file = await commands.loadState('company', companyId);
  const year = file.fiscalYears.find(({ starts_on }) => starts_on === plan.years[yearNo]!.starts_on)!;
  const getAccountId = (account: string): number => findIdByKey(file.records, accounts, 'number', account)!;
  const opening = plan.opened.includes(yearNo + 1)
    ? await readOpeningBalances(pool, migrationId, yearNo + 1, getAccountId, fromCents)
    : null;
  const buildCommand = async (): Promise<CloseMigratedYear> => {
    const balances = await readYearBalances(pool, companyId, year.id);
    const currencies = await readYearCurrencyBalances(pool, companyId, year.id);
    const most = countMaxLines(balances.length, currencies.length);
    const [entries, lines, fiscalYears, periods, journalIds] = await Promise.all([
      ids.allocate('entries', 4),
      ids.allocate('entry_lines', most + (opening?.length ?? 0) + balances.length),
      ids.allocate('fiscal_years', 1),
      ids.allocate(PERIOD_IDS, MOST_PERIODS),
      isOpeningJournalMissing(file) ? ids.allocate('journals', 1) : [],
    ]);
    const [journal] = journalIds;
    return {
      type: 'CloseMigratedYear',
      migrationId,
      from: number,
      to: number + 1,
      opening,
      closing: {
        type: 'CloseFiscalYear',
        id: year.id,
        baseVersion: null,
        journalId: null,
        facts: { balances, currencies, found: {}, today: toBookDate(new Date()) },
        ids: {
          entries: entries.slice(0, 3),
          lines: lines.slice(0, most),
          fiscalYear: fiscalYears[0]!,
          periods,
          ...(journal !== undefined && { journal }),
        },
      },
      moveIds: { entry: entries[3]!, lines: lines.slice(most) },
    };
  };
  await executeStep(work, buildCommand);
}

async function migrateLetterings(work: Work, running: Running): Promise<void> {
  const { toolbox, claim, plan } = work;
  const migrationId = claim.row.id;
  for (let from = running.done.letterings; from < plan.letterings;) {
    const letterings = await readLetteringsAfter(toolbox.pool, migrationId, from, running);
    if (letterings.length === 0) throw new Error(`Migration ${migrationId}: no lettering after ${from}`);
    const to = from + letterings.length;
    await executeStep(work, { type: 'MigrateLetterings', letterings, migrationId, from, to });
    from = to;
    work.done.letterings = to;
    claim.report(work.done);
  }
  work.done.letterings = plan.letterings;
}

export const completeMigration = async (
  toolbox: MigrationToolbox,
  claim: Claim,
  plan: MigrationPlan,
  signal?: AbortSignal,
): Promise<void> => {
  const counts = {
    entries_count: plan.entries,
    lines_count: plan.postedLines,
    letterings_count: plan.letterings,
    closed_years: plan.lastYear - plan.firstYear,
  };
  const none = { lines: 0, entries: 0, accounts: 0, journals: 0, third_parties: 0, fiscal_years: 0, letterings: 0 };
  const work: Work = { toolbox, claim, plan, signal, done: none };
  await executeStep(work, { type: 'CompleteMigration', migrationId: claim.row.id, counts });
};
