import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { decideFiscalYear } from '../fiscal-years/fiscal-year.ts';
import type { FiscalYearEvent, PeriodLength } from '../fiscal-years/fiscal-year-events.ts';
import { evolveFiscalYears } from '../fiscal-years/state.ts';
import { decideImportInSteps, type ImportRow } from '../records/import.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { isRefusal, refuse, type Decision } from '../refusal.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import type { MigratedPart, MigrationEvent, StartedMigration } from './migration-events.ts';

/** Imports the books of another program into an empty company file, step by step. A repeated step has no effect. */

export interface StartMigration {
  readonly type: 'StartMigration';
  readonly migration: StartedMigration;
}

/** A step: progress of its part before and after. */
export interface Step {
  readonly migrationId: number;
  readonly from: number;
  readonly to: number;
}

export interface MigrateRecords extends Step {
  readonly type: 'MigrateRecords';
  readonly part: Extract<MigratedPart, 'accounts' | 'journals' | 'third_parties'>;
  readonly rows: readonly ImportRow[];
  readonly ids: readonly number[];
}

export interface MigrateYears extends Step {
  readonly type: 'MigrateYears';
  /** The missing years, each adjacent to an existing one. */
  readonly years: readonly {
    readonly id: number;
    readonly periodIds: readonly number[];
    readonly starts_on: PlainDate;
    readonly ends_on: PlainDate;
    readonly period_length: PeriodLength;
  }[];
}

export interface CompleteMigration {
  readonly type: 'CompleteMigration';
  readonly migrationId: number;
  readonly counts: Omit<Extract<MigrationEvent, { type: 'MigrationCompleted' }>['data'], 'id'>;
}

export const RESOURCE_OF_PART = {
  accounts: 'accounts',
  journals: 'journals',
  third_parties: 'third-parties',
} as const;

/** Why books cannot be imported here, or null. The file must not contain anything that could contradict them. */
export function findMigrationObstacle({
  ledger,
  fiscalYears,
  migration,
}: CompanyFile): 'migration_exists' | 'migration_not_empty' | null {
  if (migration !== null) return 'migration_exists';
  const isUsed =
    ledger.lastNumbers.size > 0 ||
    fiscalYears.some(({ closing, periods }) => closing !== undefined || periods.some(({ isLocked }) => isLocked));
  return isUsed ? 'migration_not_empty' : null;
}

export function decideStart({ migration }: StartMigration, file: CompanyFile): Decision<MigrationEvent> {
  // The response to the first request may have been lost.
  if (file.migration?.id === migration.id) return [];
  const occupied = findMigrationObstacle(file);
  return occupied ? refuse(occupied) : [{ type: 'MigrationStarted', data: migration }];
}

/** Is the step still to be done? @throws if it is not the next one */
export function isDue({ migrationId, from }: Step, part: MigratedPart, { migration }: CompanyFile): boolean {
  if (migration?.id !== migrationId) throw new Error(`Migration ${migrationId} was not started`);
  const done = migration.done[part];
  if (!migration.isRunning || migration.isGivenUp || done > from) return false;
  if (done < from) throw new Error(`Migration ${migrationId}: ${part} are at ${done}, not at ${from}`);
  return true;
}

export const buildAdvancedEvent = ({ migrationId: id, to: done }: Step, part: MigratedPart): MigrationEvent => ({
  type: 'MigrationAdvanced',
  data: { id, part, done },
});

export const decideRecords = (command: MigrateRecords, file: CompanyFile): Decision<RecordEvent | MigrationEvent> =>
  runAllSteps(decideRecordsInSteps(command, file));

export function* decideRecordsInSteps(
  command: MigrateRecords,
  file: CompanyFile,
): Steps<Decision<RecordEvent | MigrationEvent>> {
  const { part, rows, ids } = command;
  if (!isDue(command, part, file)) return [];
  const imported = yield* decideImportInSteps(
    { type: 'ImportRecords', resource: RESOURCE_OF_PART[part], mode: 'upsert', rows, defaults: {}, ids },
    file,
  );
  return isRefusal(imported) ? imported : [...imported, buildAdvancedEvent(command, part)];
}

export function decideYears(command: MigrateYears, before: CompanyFile): Decision<FiscalYearEvent | MigrationEvent> {
  if (!isDue(command, 'fiscal_years', before)) return [];
  const events: FiscalYearEvent[] = [];
  let file = before;
  for (const { id, periodIds, starts_on, ends_on, period_length } of command.years) {
    const requested = { code: null, starts_on, ends_on, period_length };
    const opened = decideFiscalYear({ type: 'OpenFiscalYear', id, periodIds, requested }, file);
    if (isRefusal(opened)) return opened;
    for (const event of opened) file = { ...file, fiscalYears: evolveFiscalYears(file.fiscalYears, event) };
    events.push(...opened);
  }
  return [...events, buildAdvancedEvent(command, 'fiscal_years')];
}

export function decideCompletion(
  { migrationId: id, counts }: CompleteMigration,
  { migration }: CompanyFile,
): Decision<MigrationEvent> {
  if (migration?.id !== id) return refuse('not_found');
  return migration.isRunning && !migration.isGivenUp ? [{ type: 'MigrationCompleted', data: { id, ...counts } }] : [];
}
