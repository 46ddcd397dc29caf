import { add, ZERO } from '../../domain/money.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { findChangedColumns, buildEarlierRow, getHistoryColumns } from './earlier-rows.ts';
import { isFileStream } from './sharding.ts';
import { changes as changesTable, earlierRows } from './tables.ts';
import type { AccessSubject, Batch } from '../support/batch.ts';
import type { ReadTable, Row, RowOf, Value } from '../support/table.ts';

/** Effects of a batch of events on the read tables, collected in memory and written by one statement. */

/** A row of the outbox. */
export type GatheredAnnouncement = {
  readonly event_id: string;
  readonly firm_id: number | null;
  readonly company_id: number;
  readonly event: string;
  readonly data: object;
  readonly created_at: string;
  readonly position: number;
};

export interface Gathered {
  readonly rows: ReadonlyMap<ReadTable, ReadonlyMap<string, Row>>;
  /** Company files whose existing rows are removed from a table. */
  readonly cleared: ReadonlyMap<ReadTable, ReadonlySet<number>>;
  /** Existing rows, as far as they were read. */
  readonly loaded: LoadedRows;
  /** Rows of the table of changes. */
  readonly changes: readonly RowOf<typeof changesTable>[];
  readonly announcements: readonly GatheredAnnouncement[];
  readonly accessSubjects: ReadonlySet<AccessSubject>;
  /** Last feed position of each company file that the batch touches. */
  readonly feedHeads: ReadonlyMap<number, number>;
}

/** Rows by table and key. */
export type LoadedRows = ReadonlyMap<ReadTable, ReadonlyMap<string, Row>>;

/** The values of the key columns as one text. */
export function buildRowKey({ key }: ReadTable, row: Row): string {
  let text = '';
  for (const column of key) text += `${text === '' ? '' : ':'}${row[column] as string | number}`;
  return text;
}

/**
 * `loaded` holds the existing rows that the events change, `heads` the last feed positions; `isLive` says whether
 * anything is announced.
 */
export function collectBatch(loaded: LoadedRows, heads: Pick<ReadonlyMap<number, number>, 'get'>, isLive: boolean) {
  const rows = new Map<ReadTable, Map<string, Row>>();
  const cleared = new Map<ReadTable, Set<number>>();
  const changes: RowOf<typeof changesTable>[] = [];
  const announcements: GatheredAnnouncement[] = [];
  const accessSubjects = new Set<AccessSubject>();
  const feedHeads = new Map<number, number>();
  let current: RecordedEvent | null = null;
  let isOfFile = false;
  let announced = 0;
  /** A bank event announces thousands of transactions: shared values are built once. */
  let announcing: { readonly event: RecordedEvent | null; readonly id: string } = { event: null, id: '' };

  const getTableRows = (table: ReadTable): Map<string, Row> => {
    let found = rows.get(table);
    if (!found) rows.set(table, (found = new Map<string, Row>()));
    return found;
  };

  /** Rows of another shard would be written by two processes at a time. */
  const requireOwner = ({ shard, name }: ReadTable): void => {
    if ((shard === 'first') === isOfFile)
      throw new Error(`${current!.type} of ${current!.stream} uses ${name}, which belongs to another shard`);
  };

  /** If an event changes a row twice, the value before the first change is stored. */
  const recordEarlierRow = (table: ReadTable, columns: readonly string[], before: Row, after: Row): void => {
    const changed = findChangedColumns(columns, before, after);
    if (changed === null) return;
    const row = buildEarlierRow(table, before, current!, changed);
    const place = buildRowKey(earlierRows, row);
    const known = getTableRows(earlierRows).get(place);
    getTableRows(earlierRows).set(
      place,
      known ? { ...row, before: { ...changed, ...(known['before'] as object) } } : row,
    );
  };

  const batch: Batch = {
    get<TableRow extends Row>(table: ReadTable<string, TableRow>, ...key: readonly number[]) {
      requireOwner(table);
      const text = key.join(':');
      // Rows under a table are rows that were put there or read from it, so their type is known.
      return (rows.get(table)?.get(text) ?? loaded.get(table)?.get(text)) as TableRow | undefined;
    },
    put(table, row) {
      requireOwner(table);
      const key = buildRowKey(table, row);
      const ofTable = getTableRows(table);
      const before = table.past === undefined ? undefined : (ofTable.get(key) ?? loaded.get(table)?.get(key));
      const kept = before && getHistoryColumns(table);
      if (kept) recordEarlierRow(table, kept, before, row);
      ofTable.set(key, row);
    },
    add(table, row) {
      requireOwner(table);
      const key = buildRowKey(table, row);
      const before = getTableRows(table).get(key);
      if (before) addToSums(before, row, table);
      else getTableRows(table).set(key, { ...row });
    },
    clear(table, companyId) {
      requireOwner(table);
      const ofTable = getTableRows(table);
      for (const [key, row] of ofTable) if (row['company_id'] === companyId) ofTable.delete(key);
      cleared.set(table, (cleared.get(table) ?? new Set<number>()).add(companyId));
    },
    recordChange(change) {
      requireOwner(changesTable);
      const seq = (feedHeads.get(change.companyId) ?? heads.get(change.companyId) ?? 0) + 1;
      feedHeads.set(change.companyId, seq);
      const { companyId, resource, id, op, version, before, after } = change;
      const position = current!.position;
      changes.push({ company_id: companyId, seq, position, resource, record_id: id, op, version, before, after });
      return seq;
    },
    announce(event, announcement) {
      if (!isLive) return;
      announced += 1;
      if (event !== announcing.event) announcing = { event, id: `evt_${event.id.replaceAll('-', '')}` };
      const id = announced === 1 ? announcing.id : `${announcing.id}_${announced}`;
      announcements.push(buildOutboxRow(id, event, announcement()));
    },
    invalidateAccess: (subject) => void accessSubjects.add(subject),
  };
  return {
    batch,
    /** Sets the event that is projected next. */
    beginEvent(event: RecordedEvent): void {
      current = event;
      isOfFile = isFileStream(event.stream);
      announced = 0;
    },
    gathered: { rows, cleared, loaded, changes, announcements, accessSubjects, feedHeads } satisfies Gathered,
  };
}

function buildOutboxRow(
  event_id: string,
  { metadata, position }: RecordedEvent,
  { event, data }: Pick<GatheredAnnouncement, 'event' | 'data'>,
): GatheredAnnouncement {
  return {
    event_id,
    firm_id: metadata.firm_id ?? null,
    company_id: metadata.company_id as number,
    event,
    data,
    created_at: metadata.recorded_at as string,
    position,
  };
}

/** In place: a batch of entries adds to the same few balances thousands of times. */
function addToSums(sums: Record<string, Value>, row: Row, table: ReadTable): void {
  const { set, added } = getColumns(table);
  for (const column of set) sums[column] = row[column];
  for (const column of added) {
    const [before, value] = [sums[column], row[column]];
    if (typeof before === 'number') sums[column] = before + (value as number);
    else if (value !== ZERO) sums[column] = before === ZERO ? value : add(before as string, value as string);
  }
}

interface Columns {
  readonly set: readonly string[];
  readonly added: readonly string[];
}

const columns = new Map<ReadTable, Columns>();

/** Non-key columns, split into those that are set and those that are added to. Cached per table. */
function getColumns(table: ReadTable): Columns {
  let found = columns.get(table);
  if (!found) {
    const { key, added = [] } = table;
    const set = Object.keys(table.columns).filter((column) => !key.includes(column) && !added.includes(column));
    columns.set(table, (found = { set, added }));
  }
  return found;
}
