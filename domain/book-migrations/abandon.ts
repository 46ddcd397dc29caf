import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import type { FiscalYearEvent } from '../fiscal-years/fiscal-year-events.ts';
import { evolveFiscalYears } from '../fiscal-years/state.ts';
import { isSameJson } from '../json.ts';
import { initialLedger } from '../ledger/state.ts';
import { initialLettering } from '../lettering/state.ts';
import { recordEvents, type RecordEvent, type RecordUpdate } from '../records/record-events.ts';
import { evolveRecords } from '../records/records.ts';
import { refuse, type Decision } from '../refusal.ts';
import type { IdRange, MigrationEvent } from './migration-events.ts';

/**
 * Rolls back a migration that cannot be completed. Its ledger data is dropped, because the file was empty before and no
 * user has seen it since. Records and years are removed by ordinary events. Each step can be repeated.
 */

export interface DropMigratedBooks {
  readonly type: 'DropMigratedBooks';
  readonly migrationId: number;
  /** All entries and letterings of the file. */
  readonly entries: readonly IdRange[];
  readonly letterings: readonly IdRange[];
}

/** Maximum number of entries and letterings per event. */
const MOST_OF_AN_EVENT = 10_000;

/** Events that the migration recorded for records and years. */
export type MadeEvent = RecordEvent | FiscalYearEvent;

export const MADE_EVENTS = [
  'RecordsCreated',
  'RecordsUpdated',
  'RecordUpdated',
  'FiscalYearOpened',
  'FiscalYearClosed',
] as const satisfies readonly MadeEvent['type'][];

export interface TakeMigratedBack {
  readonly type: 'TakeMigratedBack';
  readonly migrationId: number;
  /** Latest first. */
  readonly events: readonly MadeEvent[];
}

export interface AbandonMigration {
  readonly type: 'AbandonMigration';
  readonly migrationId: number;
}

export function decideDropping(
  { migrationId: id, entries, letterings }: DropMigratedBooks,
  { migration }: CompanyFile,
): Decision<MigrationEvent> {
  if (migration?.id !== id || !migration.isRunning) return refuse('not_found');
  if (migration.isGivenUp) return [];
  const buildDroppedEvent = (data: Partial<Record<'entries' | 'letterings', readonly IdRange[]>>): MigrationEvent => ({
    type: 'MigratedBooksDropped',
    data: { id, entries: [], letterings: [], ...data },
  });
  const events = [
    ...splitRanges(entries).map((some) => buildDroppedEvent({ entries: some })),
    ...splitRanges(letterings).map((some) => buildDroppedEvent({ letterings: some })),
  ];
  return events.length === 0 ? [buildDroppedEvent({})] : events;
}

function splitRanges(ranges: readonly IdRange[]): readonly (readonly IdRange[])[] {
  const found: IdRange[][] = [];
  let room = 0;
  for (const { first, count } of ranges)
    for (let taken = 0; taken < count;) {
      if (room === 0) {
        found.push([]);
        room = MOST_OF_AN_EVENT;
      }
      const some = Math.min(room, count - taken);
      found.at(-1)!.push({ first: first + taken, count: some });
      taken += some;
      room -= some;
    }
  return found;
}

export function decideTakingBack(
  { migrationId, events }: TakeMigratedBack,
  before: CompanyFile,
): Decision<RecordEvent | FiscalYearEvent> {
  if (!isRollingBack(migrationId, before)) return refuse('not_found');
  const back: MadeEvent[] = [];
  let file = before;
  for (const event of events)
    for (const one of revertEvent(event, file)) {
      file = applyEvent(file, one);
      back.push(one);
    }
  return back;
}

export function decideAbandoning({ migrationId: id }: AbandonMigration, file: CompanyFile): Decision<MigrationEvent> {
  return isRollingBack(id, file) ? [{ type: 'MigrationAbandoned', data: { id } }] : [];
}

const isRollingBack = (id: number, { migration }: CompanyFile): boolean =>
  migration?.id === id && migration.isGivenUp === true;

/** Clears the ledger. The file had no entries before. */
export const evolveDroppedBooks = (file: CompanyFileState, { type }: MigrationEvent): CompanyFileState =>
  type === 'MigratedBooksDropped' ? { ...file, ledger: initialLedger, lettering: initialLettering } : file;

const applyEvent = (file: CompanyFile, event: MadeEvent): CompanyFile =>
  isRecordEvent(event)
    ? { ...file, records: evolveRecords(file.records, event) }
    : { ...file, fiscalYears: evolveFiscalYears(file.fiscalYears, event) };

const isRecordEvent = (event: MadeEvent): event is RecordEvent => Object.hasOwn(recordEvents, event.type);

/** Reverts what is still unchanged since the event. The rest was reverted before. */
function revertEvent(event: MadeEvent, file: CompanyFile): readonly MadeEvent[] {
  switch (event.type) {
    case 'RecordsCreated': {
      const { resource, records } = event.data;
      return records.flatMap(({ id }) => {
        const record = file.records[resource]?.byId.get(id);
        if (!record || record.isTrashed) return [];
        return [{ type: 'RecordTrashed', data: { resource, id, version: record.version + 1 } }];
      });
    }
    case 'RecordUpdated':
      return revertUpdates(event.data.resource, [event.data], file);
    case 'RecordsUpdated':
      return revertUpdates(event.data.resource, event.data.records, file);
    case 'FiscalYearClosed':
    case 'FiscalYearOpened': {
      const year = file.fiscalYears.find(({ id }) => id === event.data.id);
      const isOpening = event.type === 'FiscalYearOpened';
      if (!year || (!isOpening && !year.closing)) return [];
      const data = { id: year.id, version: year.version + 1 };
      return [{ type: isOpening ? 'FiscalYearDeleted' : 'FiscalYearReopened', data }];
    }
    default:
      return [];
  }
}

function revertUpdates(resource: string, updates: readonly RecordUpdate[], file: CompanyFile): readonly RecordEvent[] {
  const records = updates.flatMap(({ id, changes, previous }): readonly RecordUpdate[] => {
    const record = file.records[resource]?.byId.get(id);
    const names = Object.keys(changes);
    const isSo = record && names.every((name) => isSameJson(record.data[name] ?? null, changes[name] ?? null));
    if (!isSo) return [];
    const values = Object.fromEntries(names.map((name) => [name, previous[name] ?? null]));
    return [{ id, version: record.version + 1, changes: values, previous: changes }];
  });
  return records.length === 0 ? [] : [{ type: 'RecordsUpdated', data: { resource, records } }];
}
