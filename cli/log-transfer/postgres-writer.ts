import type pg from 'pg';
import { formatArrayLiteral, formatJsonElement, joinArrayElements } from '../../database/array-literal.ts';
import { WORK, withTimeout } from '../../database/pool.ts';
import type { EventLog } from '../../eventlog/port.ts';
import type { LogWriter } from './writer.ts';

/** A page of events is one atomic statement. Positions continue without a gap. */
const STATEMENT = {
  name: 'log-copy',
  text: `
    INSERT INTO log.events (position, stream, revision, event_id, type, version, data, metadata, recorded_at)
    SELECT e.position, e.stream, e.revision, e.id, e.type, e.version, e.data, e.metadata,
      coalesce((e.metadata ->> 'recorded_at')::timestamptz, now())
    FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::integer[], $7::json[], $8::json[])
      AS e(position, stream, revision, id, type, version, data, metadata)`,
};

/** @param pool may commit without waiting for the disk: the record written at the end waits for all of it */
export async function openPostgresWriter(pool: pg.Pool, log: EventLog): Promise<LogWriter> {
  let position = Math.max(await log.readHead(), 0);
  return {
    async write(events) {
      const first = position + 1;
      await pool.query({
        ...STATEMENT,
        values: [
          formatArrayLiteral(events.map((_, index) => first + index)),
          formatArrayLiteral(events.map(({ stream }) => stream)),
          formatArrayLiteral(events.map(({ revision }) => revision)),
          formatArrayLiteral(events.map(({ id }) => id)),
          formatArrayLiteral(events.map(({ type }) => type)),
          formatArrayLiteral(events.map(({ version }) => version)),
          joinArrayElements(events.map(({ data }) => formatJsonElement(JSON.stringify(data)))),
          joinArrayElements(events.map(({ metadata }) => formatJsonElement(JSON.stringify(metadata)))),
        ],
        ...withTimeout(WORK.answerMs),
      });
      position += events.length;
    },
    flush: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
