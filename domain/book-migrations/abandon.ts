import type { CompanyFile } from '../company-file-state.ts';
import type { FiscalYearEvent } from '../fiscal-years/fiscal-year-events.ts';
import { evolveFiscalYears } from '../fiscal-years/state.ts';
import { sameJson } from '../json.ts';
import { initialLedger } from '../ledger/state.ts';
import { initialLettering } from '../lettering/state.ts';
import { recordEvents, type RecordEvent, type RecordUpdate } from '../records/record-events.ts';
import { evolveRecords } from '../records/records.ts';
import { refuse, type Decision } from '../refusal.ts';
import type { IdRange, MigrationEvent } from './migration-events.ts';

/**
 * A migration that cannot be completed is taken back: what was brought along of the ledger is dropped, because the file had none before
 * it and nobody has seen it since; records and years go the way that everybody else's go. Each step may be asked for again.
 */

export interface DropMigratedBooks {
  readonly type: 'DropMigratedBooks';
  readonly migrationId: number;
  /** All that the file has. */
  readonly entries: readonly IdRange[];
  readonly letterings: readonly IdRange[];
}

/** Of entries and letterings that one event speaks of. */
const MOST_OF_AN_EVENT = 10_000;

/** What the migration has recorded of records and years. */
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
  /** The latest first. */
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
  const dropped = (data: Partial<Record<'entries' | 'letterings', readonly IdRange[]>>): MigrationEvent => ({
    type: 'MigratedBooksDropped',
    data: { id, entries: [], letterings: [], ...data },
  });
  const events = [
    ...portions(entries).map((some) => dropped({ entries: some })),
    ...portions(letterings).map((some) => dropped({ letterings: some })),
  ];
  return events.length === 0 ? [dropped({})] : events;
}

function portions(ranges: readonly IdRange[]): readonly (readonly IdRange[])[] {
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
  if (!isGivingUp(migrationId, before)) return refuse('not_found');
  const back: MadeEvent[] = [];
  let file = before;
  for (const event of events)
    for (const one of taken(event, file)) {
      file = evolved(file, one);
      back.push(one);
    }
  return back;
}

export function decideAbandoning({ migrationId: id }: AbandonMigration, file: CompanyFile): Decision<MigrationEvent> {
  return isGivingUp(id, file) ? [{ type: 'MigrationAbandoned', data: { id } }] : [];
}

const isGivingUp = (id: number, { migration }: CompanyFile): boolean =>
  migration?.id === id && migration.isGivenUp === true;

/** The file had no entries before. */
export const evolveGivenUp = (file: CompanyFile, { type }: MigrationEvent): CompanyFile =>
  type === 'MigratedBooksDropped' ? { ...file, ledger: initialLedger, lettering: initialLettering } : file;

const evolved = (file: CompanyFile, event: MadeEvent): CompanyFile =>
  isOfRecords(event)
    ? { ...file, records: evolveRecords(file.records, event) }
    : { ...file, fiscalYears: evolveFiscalYears(file.fiscalYears, event) };

const isOfRecords = (event: MadeEvent): event is RecordEvent => Object.hasOwn(recordEvents, event.type);

/** What is still as the event has left it goes back; the rest went back before. */
function taken(event: MadeEvent, file: CompanyFile): readonly MadeEvent[] {
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
      return updatedBack(event.data.resource, [event.data], file);
    case 'RecordsUpdated':
      return updatedBack(event.data.resource, event.data.records, file);
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

function updatedBack(resource: string, updates: readonly RecordUpdate[], file: CompanyFile): readonly RecordEvent[] {
  const records = updates.flatMap(({ id, changes, previous }): readonly RecordUpdate[] => {
    const record = file.records[resource]?.byId.get(id);
    const names = Object.keys(changes);
    const isSo = record && names.every((name) => sameJson(record.data[name] ?? null, changes[name] ?? null));
    if (!isSo) return [];
    const values = Object.fromEntries(names.map((name) => [name, previous[name] ?? null]));
    return [{ id, version: record.version + 1, changes: values, previous: changes }];
  });
  return records.length === 0 ? [] : [{ type: 'RecordsUpdated', data: { resource, records } }];
}
