import type pg from 'pg';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { ReadTable, Row } from '../support/table.ts';
import { buildRowKey, type LoadedRows } from './batch.ts';
import { listNeededRows } from './events.ts';
import { listPrimaryKey } from './table-statements.ts';

/** Reads the rows that events change, in their state before: one query per table. */
export async function loadRows(
  connection: Pick<pg.Pool, 'query'>,
  schema: string,
  events: readonly RecordedEvent[],
  /** Throws for a table that an event cannot be projected without. */
  judge?: (event: RecordedEvent, table: ReadTable) => void,
): Promise<LoadedRows> {
  const needed = new Map<ReadTable, Map<string, readonly number[]>>();
  for (const event of events)
    for (const { table, key } of listNeededRows(event)) {
      judge?.(event, table);
      let keys = needed.get(table);
      if (!keys) needed.set(table, (keys = new Map<string, readonly number[]>()));
      keys.set(key.join(':'), toPrimaryKey(table, key, event));
    }
  const loaded = new Map<ReadTable, Map<string, Row>>();
  for (const [table, keys] of needed) {
    const primary = listPrimaryKey(table);
    const arrays = primary.map((_, index) => `$${index + 1}::bigint[]`).join(', ');
    const { rows } = await connection.query<Row>(
      `SELECT ${Object.keys(table.columns).join(', ')} FROM ${schema}.${table.name}
       WHERE (${primary.join(', ')}) IN (SELECT * FROM unnest(${arrays}))`,
      primary.map((_, index) => [...keys.values()].map((key) => key[index])),
    );
    loaded.set(table, new Map(rows.map((row) => [buildRowKey(table, row), row])));
  }
  return loaded;
}

/** An event changes rows of its own company file only. */
function toPrimaryKey(table: ReadTable, key: readonly number[], { metadata }: RecordedEvent): readonly number[] {
  const values = new Map(table.key.map((column, index) => [column, key[index]!]));
  if (!values.has('company_id')) values.set('company_id', metadata.company_id as number);
  return listPrimaryKey(table).map((column) => values.get(column)!);
}
