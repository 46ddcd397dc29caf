import type pg from 'pg';
import type { EventLog, StoredEvent } from '../port.ts';
import { unavailable } from './availability.ts';

const PAGE = 500;
/** As the table holds them, where long ones are compressed: a page takes several times as much in memory at worst. */
const PAGE_BYTES = 512 * 1024;

/** A page ends with the event that fills it: an event may be as large as a thousand others. */
const TEXT = `SELECT event_id AS id, stream, revision, position, type, version, data::text AS data, metadata::text AS metadata
  FROM log.events WHERE stream = $1 AND revision BETWEEN $2 AND (
    SELECT max(revision) FROM (
      SELECT revision, sum(pg_column_size(data)) OVER (ORDER BY revision) - pg_column_size(data) AS before
      FROM log.events WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT ${PAGE}) AS sized
    WHERE before < ${PAGE_BYTES})
  ORDER BY revision`;

/** Reads events as texts. */
export function storedReader(pool: pg.Pool): EventLog['readStored'] {
  async function pageFrom(stream: string, from: number): Promise<StoredEvent[]> {
    try {
      const values = [stream, from];
      return (await pool.query<StoredEvent>({ name: 'log-read-stored', text: TEXT, values })).rows;
    } catch (error) {
      throw unavailable(error);
    }
  }

  return async function* readStored(stream, from = 0) {
    for (let next = from; ;) {
      const page = await pageFrom(stream, next);
      if (page.length === 0) return;
      yield page;
      next = page.at(-1)!.revision + 1;
    }
  };
}
