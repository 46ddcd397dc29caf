import { add, ZERO } from '../../domain/money.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { changedColumns, earlierRow, keptColumns } from './earlier-rows.ts';
import { earlierRows } from './tables.ts';
import type { AccessSubject, Batch } from '../support/batch.ts';
import type { ReadTable, Row, RowOf, Value } from '../support/table.ts';
import type { changes as changesTable } from './tables.ts';

/** What a batch of events does to the read tables, gathered in memory and written by one statement. */

/** A row of the outbox. */
export type GatheredAnnouncement = {
  readonly event_id: string;
  readonly firm_id: number | null;
  readonly company_id: number;
  readonly event: string;
  readonly data: object;
  readonly created_at: string;
};

export interface Gathered {
  readonly rows: ReadonlyMap<ReadTable, ReadonlyMap<string, Row>>;
  /** Company files of which a table keeps nothing that was there before. */
  readonly cleared: ReadonlyMap<ReadTable, ReadonlySet<number>>;
  /** The rows that were there before, as far as they were read. */
  readonly loaded: LoadedRows;
  /** Rows of the table of changes. */
  readonly changes: readonly RowOf<typeof changesTable>[];
  readonly announcements: readonly GatheredAnnouncement[];
  readonly accessSubjects: ReadonlySet<AccessSubject>;
  /** Last place in the feed of each company file that the batch touches. */
  readonly feedHeads: ReadonlyMap<number, number>;
}

/** Rows by table and by their key. */
export type LoadedRows = ReadonlyMap<ReadTable, ReadonlyMap<string, Row>>;

/** The values of the key columns, in one text. */
export function keyOf({ key }: ReadTable, row: Row): string {
  let text = '';
  for (const column of key) text += `${text === '' ? '' : ':'}${row[column] as string | number}`;
  return text;
}

/**
 * `loaded` holds the rows that the events change and that were there before, `heads` the feed's last places; `isLive` tells
 * whether anything is announced.
 */
export function gatherBatch(loaded: LoadedRows, heads: Pick<ReadonlyMap<number, number>, 'get'>, isLive: boolean) {
  const rows = new Map<ReadTable, Map<string, Row>>();
  const cleared = new Map<ReadTable, Set<number>>();
  const changes: RowOf<typeof changesTable>[] = [];
  const announcements: GatheredAnnouncement[] = [];
  const accessSubjects = new Set<AccessSubject>();
  const feedHeads = new Map<number, number>();
  let current: RecordedEvent | null = null;
  let announced = 0;
  /** An event of a bank announces thousands of transactions: what they share is made once. */
  let announcing: { readonly event: RecordedEvent | null; readonly id: string } = { event: null, id: '' };

  const rowsOf = (table: ReadTable): Map<string, Row> => {
    let found = rows.get(table);
    if (!found) rows.set(table, (found = new Map<string, Row>()));
    return found;
  };

  /** An event that changes a row twice leaves what it was before the first time. */
  const remember = (table: ReadTable, columns: readonly string[], before: Row, after: Row): void => {
    const changed = changedColumns(columns, before, after);
    if (changed === null) return;
    const row = earlierRow(table, before, current!, changed);
    const place = keyOf(earlierRows, row);
    const known = rowsOf(earlierRows).get(place);
    rowsOf(earlierRows).set(place, known ? { ...row, before: { ...changed, ...(known['before'] as object) } } : row);
  };

  const batch: Batch = {
    get<TableRow extends Row>(table: ReadTable<string, TableRow>, ...key: readonly number[]) {
      const text = key.join(':');
      // What is kept under a table is what was put there, or read from it.
      return (rows.get(table)?.get(text) ?? loaded.get(table)?.get(text)) as TableRow | undefined;
    },
    put(table, row) {
      const key = keyOf(table, row);
      const ofTable = rowsOf(table);
      const before = table.past === undefined ? undefined : (ofTable.get(key) ?? loaded.get(table)?.get(key));
      const kept = before && keptColumns(table);
      if (kept) remember(table, kept, before, row);
      ofTable.set(key, row);
    },
    add(table, row) {
      const key = keyOf(table, row);
      const before = rowsOf(table).get(key);
      if (before) addTo(before, row, table);
      else rowsOf(table).set(key, { ...row });
    },
    clear(table, companyId) {
      const ofTable = rowsOf(table);
      for (const [key, row] of ofTable) if (row['company_id'] === companyId) ofTable.delete(key);
      cleared.set(table, (cleared.get(table) ?? new Set<number>()).add(companyId));
    },
    change(change) {
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
      const { company_id, firm_id, recorded_at } = event.metadata;
      const { event: name, data } = announcement();
      if (event !== announcing.event) announcing = { event, id: `evt_${event.id.replaceAll('-', '')}` };
      announcements.push({
        event_id: announced === 1 ? announcing.id : `${announcing.id}_${announced}`,
        firm_id: firm_id ?? null,
        company_id: company_id as number,
        event: name,
        data,
        created_at: recorded_at as string,
      });
    },
    invalidateAccess: (subject) => void accessSubjects.add(subject),
  };
  return {
    batch,
    /** The event whose projection comes next. */
    begin(event: RecordedEvent): void {
      current = event;
      announced = 0;
    },
    gathered: { rows, cleared, loaded, changes, announcements, accessSubjects, feedHeads } satisfies Gathered,
  };
}

/** In place: a batch of entries adds to the same few balances thousands of times. */
function addTo(sums: Record<string, Value>, row: Row, table: ReadTable): void {
  const { set, added } = columnsOf(table);
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

/** Columns beside the key, which is the same: those that are set and those that are added to; found out once. */
function columnsOf(table: ReadTable): Columns {
  let found = columns.get(table);
  if (!found) {
    const { key, added = [] } = table;
    const set = Object.keys(table.columns).filter((column) => !key.includes(column) && !added.includes(column));
    columns.set(table, (found = { set, added }));
  }
  return found;
}
