import type pg from 'pg';
import type { EventLog, StoredEvent } from '../port.ts';
import { toLogUnavailable } from './availability.ts';

const PAGE = 500;
/** Stored size, with long values compressed: in memory a page may take several times as much. */
const PAGE_BYTES = 512 * 1024;

/** A page ends with the event that fills it, because one event may be as large as a thousand others. */
const TEXT = `SELECT event_id AS id, stream, revision, position, type, version, data::text AS data, metadata::text AS metadata
  FROM log.events WHERE stream = $1 AND revision BETWEEN $2 AND (
    SELECT max(revision) FROM (
      SELECT revision, sum(pg_column_size(data)) OVER (ORDER BY revision) - pg_column_size(data) AS before
      FROM log.events WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT ${PAGE}) AS sized
    WHERE before < ${PAGE_BYTES})
  ORDER BY revision`;

/** Reads events as texts. */
export function createStoredReader(pool: pg.Pool): EventLog['readStored'] {
  async function readPageFrom(stream: string, from: number): Promise<StoredEvent[]> {
    try {
      const values = [stream, from];
      return (await pool.query<StoredEvent>({ name: 'log-read-stored', text: TEXT, values })).rows;
    } catch (error) {
      throw toLogUnavailable(error);
    }
  }

  return async function* readStored(stream, from = 0) {
    for (let next = from; ;) {
      const page = await readPageFrom(stream, next);
      if (page.length === 0) return;
      yield page;
      next = page.at(-1)!.revision + 1;
    }
  };
}
