import type pg from 'pg';
import { arrayLiteral, jsonElement, literalOf } from '../../database/array-literal.ts';
import { WORK, within } from '../../database/pool.ts';
import type { EventLog } from '../../eventlog/port.ts';
import type { LogWriter } from './writer.ts';

/** A page of events is one statement: all of it or nothing. Positions go on without a gap. */
const STATEMENT = {
  name: 'log-copy',
  text: `
    INSERT INTO log.events (position, stream, revision, event_id, type, version, data, metadata, recorded_at)
    SELECT e.position, e.stream, e.revision, e.id, e.type, e.version, e.data, e.metadata,
      coalesce((e.metadata ->> 'recorded_at')::timestamptz, now())
    FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::integer[], $7::json[], $8::json[])
      AS e(position, stream, revision, id, type, version, data, metadata)`,
};

/** @param pool may commit without waiting for the disk: what is noted at the end waits for all of it */
export async function openPostgresWriter(pool: pg.Pool, log: EventLog): Promise<LogWriter> {
  let position = Math.max(await log.head(), 0);
  return {
    async write(events) {
      const first = position + 1;
      await pool.query({
        ...STATEMENT,
        values: [
          arrayLiteral(events.map((_, index) => first + index)),
          arrayLiteral(events.map(({ stream }) => stream)),
          arrayLiteral(events.map(({ revision }) => revision)),
          arrayLiteral(events.map(({ id }) => id)),
          arrayLiteral(events.map(({ type }) => type)),
          arrayLiteral(events.map(({ version }) => version)),
          literalOf(events.map(({ data }) => jsonElement(JSON.stringify(data)))),
          literalOf(events.map(({ metadata }) => jsonElement(JSON.stringify(metadata)))),
        ],
        ...within(WORK.answerMs),
      });
      position += events.length;
    },
    settled: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
