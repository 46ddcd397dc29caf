import pg from 'pg';
import { runWithoutLimit, type RunSql } from '../../database/pool.ts';
import { BEGINNING, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import type { ReadTable } from '../support/table.ts';
import type { HaltedStream } from './batch-statement.ts';
import { getCompanyColumn } from './earlier-rows.ts';
import { runAlone } from './exclusive-work.ts';
import { createProjector } from './projector.ts';
import { NEXT_FEED_BASE } from './rebuild.ts';
import { createReadSchema, LIVE, readStanding } from './schema.ts';
import { findShard } from './sharding.ts';
import { SELECT_LIVE_POSITIONS } from './shards.ts';
import { activity, changes, readTables } from './tables.ts';

/** Rebuilds the rows of one company file from its stream, and replaces them in one transaction. */

export interface FileRebuildReport {
  readonly events: number;
  readonly milliseconds: number;
  /** Whether the stream has an event that this version does not understand. */
  readonly halted: readonly HaltedStream[];
}

const ASIDE = 'read_file';
const BATCH = 250;

/** Reads of the file show its former rows until the end. Files of the same shard are written to a moment later. */
export function rebuildCompanyFile(connection: pg.Pool, log: EventLog, companyId: number): Promise<FileRebuildReport> {
  return runAlone(connection, 'rebuild', async () => {
    const startedAt = performance.now();
    await createReadSchema(connection, ASIDE);
    try {
      const filling = await fillFile(connection, log, `company-${companyId}`);
      const [positions] = await runWithoutLimit(connection, readPositions);
      await filling.fillUpTo(positions!);
      await runWithoutLimit(connection, (run) => replaceRows(run, filling, companyId));
      const { events, halted } = filling;
      return { events, milliseconds: Math.round(performance.now() - startedAt), halted };
    } finally {
      await connection.query(`DROP SCHEMA IF EXISTS ${ASIDE} CASCADE`);
    }
  });
}

const readPositions = async (run: RunSql): Promise<number[][]> =>
  (await run<{ positions: number[] }>(SELECT_LIVE_POSITIONS)).rows.map(({ positions }) => positions);

interface FileFilling {
  readonly stream: string;
  readonly events: number;
  readonly halted: readonly HaltedStream[];
  /** Projects the events that the live tables have, by the position of their shard. */
  fillUpTo(positions: readonly number[]): Promise<void>;
}

async function fillFile(connection: pg.Pool, log: EventLog, stream: string): Promise<FileFilling> {
  const halted: HaltedStream[] = [];
  const { generation } = await readStanding(connection, ASIDE);
  const onHalted = (one: HaltedStream): void => void halted.push(one);
  const projector = createProjector({
    connection,
    schema: ASIDE,
    generation,
    isParallel: true,
    isLive: false,
    onHalted,
  });
  let events = 0;
  const project = async (batch: RecordedEvent[]): Promise<void> => {
    if (batch.length === 0) return;
    events += batch.length;
    await projector.project(batch.splice(0), BEGINNING);
  };
  return {
    stream,
    get events() {
      return events;
    },
    halted,
    async fillUpTo(positions) {
      const end = positions[findShard(stream, positions.length)]!;
      const batch: RecordedEvent[] = [];
      for await (const event of log.readStream(stream, { from: events })) {
        if (event.position > end) break;
        if (batch.push(event) === BATCH) await project(batch);
      }
      await project(batch);
    },
  };
}

/** The tables with rows of company files, and the condition for those of one. */
function listFileTables(companyId: number, stream: string): { readonly table: ReadTable; readonly isOfFile: string }[] {
  return readTables
    .filter(({ shard }) => shard !== 'first')
    .map((table) => ({
      table,
      isOfFile: table === activity ? `stream = '${stream}'` : `${getCompanyColumn(table)} = ${companyId}`,
    }));
}

async function replaceRows(run: RunSql, filling: FileFilling, companyId: number): Promise<void> {
  const { stream } = filling;
  await run('BEGIN');
  // The projector of the shard waits, and loses its lease with what it remembers of the file.
  const [before] = await readPositions(run);
  const shard = findShard(stream, before!.length);
  await run(`UPDATE ops.projector_shards SET owner = NULL, fence = fence + 1 WHERE shard = ${shard}`);
  const [positions] = await readPositions(run);
  if (positions!.length !== before!.length) throw new Error('The streams are being divided anew: try again');
  await filling.fillUpTo(positions!);
  await run(buildEpochIfChanged(companyId));
  for (const { table, isOfFile } of listFileTables(companyId, stream)) {
    const columns = Object.keys(table.columns).join(', ');
    await run(`DELETE FROM ${LIVE}.${table.name} WHERE ${isOfFile}`);
    await run(`INSERT INTO ${LIVE}.${table.name} (${columns}) SELECT ${columns} FROM ${ASIDE}.${table.name}`);
  }
  await run(`DELETE FROM ops.halted_streams WHERE stream = '${stream}'`);
  for (const { next_revision, position, error } of filling.halted)
    await run(`INSERT INTO ops.halted_streams (stream, next_revision, position, error)
      VALUES ('${stream}', ${next_revision}, ${position}, ${pg.escapeLiteral(error)})`);
  await run('COMMIT');
}

/** Cursors stay valid as long as the feed of the file is the same. */
function buildEpochIfChanged(companyId: number): string {
  const buildFeed = (schema: string): string =>
    `SELECT seq, resource, record_id, op, version FROM ${schema}.${changes.name} WHERE company_id = ${companyId}`;
  return `UPDATE ops.feed_epoch SET epoch = gen_random_uuid()::text, base = ${NEXT_FEED_BASE}
    WHERE EXISTS (${buildFeed(LIVE)} EXCEPT ${buildFeed(ASIDE)})`;
}
