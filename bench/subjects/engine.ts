import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openNotifications } from '../../database/notifications.ts';
import { createPool, PLANNED_ONCE } from '../../database/pool.ts';
import { migrate } from '../../database/schema-migrations/index.ts';
import { NO_STREAM, type EventLog, type NewEvent } from '../../eventlog/port.ts';
import { APPENDED_CHANNEL, openPostgresLog } from '../../eventlog/postgres/index.ts';
import { sampleEntry } from '../entry.ts';
import { ratioResult, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import type { Stage } from '../stage.ts';

/** The event log alone: many writers with a stream each, against single-row commits of the driver. */

const WRITERS = 16;
/** As many connections as the service gives to its log. */
const LOG_CONNECTIONS = 4;

export async function measureEngine(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('engine');
  const logPool = createPool(databaseUrl, { max: LOG_CONNECTIONS, settings: PLANNED_ONCE });
  const barePool = new pg.Pool({ connectionString: databaseUrl, max: WRITERS });
  // The server may stop before the last connection has said goodbye.
  barePool.on('error', () => undefined);
  await migrate(logPool);
  await barePool.query(BARE_TABLE);
  const notifications = await openNotifications(databaseUrl, [APPENDED_CHANNEL]);
  const log = openPostgresLog(logPool, notifications);
  try {
    const { rounds, engineSeconds: seconds } = stage.extent;
    const append = () => perSecond(seconds, appender(log));
    const insert = () => perSecond(seconds, inserter(barePool));
    await stage.settle();
    stage.note('engine');
    await perSecond(seconds / 4, appender(log));
    await perSecond(seconds / 4, inserter(barePool));
    const turns = await takeTurns(rounds, append, insert);
    return [
      ratioResult(
        `event log alone, appends of ${WRITERS} writers`,
        '/s',
        compare(turns, (rate) => rate),
        { atLeast: 0.8 },
      ),
    ];
  } finally {
    await log.close();
    await notifications.close();
    await Promise.all([logPool.end(), barePool.end()]);
  }
}

export type Writer = () => Promise<void>;

export async function perSecond(seconds: number, newWriter: () => Writer, writers = WRITERS): Promise<number> {
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  let count = 0;
  const write = async (writer: Writer): Promise<void> => {
    while (performance.now() < end) {
      await writer();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, () => write(newWriter())));
  return (count * 1000) / (performance.now() - startedAt);
}

let streams = 0;

function appender(log: EventLog): () => Writer {
  return () => {
    const stream = `company-${(streams += 1)}`;
    let revision = NO_STREAM;
    return async () => {
      ({ revision } = await log.append({ stream, expectedRevision: revision, events: [newEvent(revision)] }));
    };
  };
}

const BARE_TABLE = `CREATE TABLE bare_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text NOT NULL, revision bigint NOT NULL, event_id uuid NOT NULL,
  type text NOT NULL, version integer NOT NULL, data json NOT NULL, metadata json NOT NULL)`;

function inserter(pool: pg.Pool): () => Writer {
  return () => {
    const stream = `company-${(streams += 1)}`;
    let revision = NO_STREAM;
    return async () => {
      const { id, type, version, data, metadata } = newEvent(revision);
      await pool.query({
        ...(process.env['PREPARED'] && { name: 'bare-insert' }),
        text: 'INSERT INTO bare_events (stream, revision, event_id, type, version, data, metadata) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        values: [stream, (revision += 1), id, type, version, JSON.stringify(data), JSON.stringify(metadata)],
      });
    };
  };
}

/** An event of the size of a posted entry. */
export function newEvent(number: number): NewEvent {
  const data = {
    ...sampleEntry(number + 1, 1),
    number,
    journal_code: 'ACH',
    fiscal_year_id: 1,
    fiscal_year_code: '2026',
    period_id: 1,
    origin: 'free',
  };
  const metadata = {
    company_id: 1,
    firm_id: 1,
    user_id: 1,
    token_kind: 'session',
    origin: 'api',
    operation_id: randomUUID(),
    prev_hash: HASH,
    hash: HASH,
  };
  return { id: randomUUID(), type: 'EntryPosted', version: 1, data: data as never, metadata };
}

const HASH = '0123456789abcdef'.repeat(4);
