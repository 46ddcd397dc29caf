import type pg from 'pg';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { ReadTable, Row } from '../support/table.ts';
import { buildRowKey, type LoadedRows } from './batch.ts';
import { listNeededRows } from './events.ts';

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
      keys.set(key.join(':'), key);
    }
  const loaded = new Map<ReadTable, Map<string, Row>>();
  for (const [table, keys] of needed) {
    const arrays = table.key.map((_, index) => `$${index + 1}::bigint[]`).join(', ');
    const { rows } = await connection.query<Row>(
      `SELECT ${Object.keys(table.columns).join(', ')} FROM ${schema}.${table.name}
       WHERE (${table.key.join(', ')}) IN (SELECT * FROM unnest(${arrays}))`,
      table.key.map((_, index) => [...keys.values()].map((key) => key[index])),
    );
    loaded.set(table, new Map(rows.map((row) => [buildRowKey(table, row), row])));
  }
  return loaded;
}
