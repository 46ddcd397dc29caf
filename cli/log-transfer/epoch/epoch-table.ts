import type pg from 'pg';
import { formatArrayLiteral, formatJsonElement, joinArrayElements } from '../../../database/array-literal.ts';
import { runInTransaction } from '../../../database/dedicated-connection.ts';
import type { RecordedEvent } from '../../../eventlog/port.ts';
import type { LogNote } from '../../../eventlog/register.ts';
import { UserMistake } from '../../script.ts';

/**
 * The new epoch of a log in PostgreSQL: a table beside the one in use, which takes its place in one transaction. The
 * previous table moves to a schema of its own, which the service cannot read and no backup contains.
 */
export interface EpochTable {
  write(events: readonly RecordedEvent[]): Promise<void>;
  readAll(batchSize: number): AsyncGenerator<readonly RecordedEvent[]>;
  /** @throws UserMistake if something was written to the log meanwhile */
  takeOver(change: EpochChange): Promise<void>;
  drop(): Promise<void>;
}

export interface EpochChange {
  /** Schema for the previous table. */
  readonly schema: string;
  /** Last position of the log that was renewed. */
  readonly position: number;
  /** Identities of the log before and after. */
  readonly from: string;
  readonly id: string;
  readonly events: number;
  /** The pause of the writes that this process holds. */
  readonly at: string;
}

const DRAFT = 'log_next';

/** @param owner may create schemas and owns the log */
export async function createEpochTable(owner: pg.Pool): Promise<EpochTable> {
  await owner.query(`
    DROP SCHEMA IF EXISTS ${DRAFT} CASCADE;
    CREATE SCHEMA ${DRAFT};
    CREATE TABLE ${DRAFT}.events (LIKE log.events INCLUDING ALL) WITH (toast_tuple_target = 8160)`);
  return {
    async write(events) {
      await owner.query({
        text: `INSERT INTO ${DRAFT}.events (position, stream, revision, event_id, type, version, data, metadata, recorded_at)
          SELECT e.position, e.stream, e.revision, e.id, e.type, e.version, e.data, e.metadata,
            coalesce((e.metadata ->> 'recorded_at')::timestamptz, now())
          FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::integer[], $7::json[], $8::json[])
            AS e(position, stream, revision, id, type, version, data, metadata)`,
        values: [
          formatArrayLiteral(events.map(({ position }) => position)),
          formatArrayLiteral(events.map(({ stream }) => stream)),
          formatArrayLiteral(events.map(({ revision }) => revision)),
          formatArrayLiteral(events.map(({ id }) => id)),
          formatArrayLiteral(events.map(({ type }) => type)),
          formatArrayLiteral(events.map(({ version }) => version)),
          joinArrayElements(events.map(({ data }) => formatJsonElement(JSON.stringify(data)))),
          joinArrayElements(events.map(({ metadata }) => formatJsonElement(JSON.stringify(metadata)))),
        ],
      });
    },
    async *readAll(batchSize) {
      for (let after = -1; ;) {
        const { rows } = await owner.query<RecordedEvent>(
          `SELECT position, stream, revision, event_id AS id, type, version, data, metadata FROM ${DRAFT}.events
           WHERE position > $1 ORDER BY position LIMIT $2`,
          [after, batchSize],
        );
        if (rows.length === 0) return;
        yield rows;
        after = rows.at(-1)!.position;
      }
    },
    takeOver: (change) => exchangeTables(owner, change),
    async drop() {
      await owner.query(`DROP SCHEMA IF EXISTS ${DRAFT} CASCADE`);
    },
  };
}

/** Everything or nothing. The next start recognises the new log as the successor and builds the tables from it. */
async function exchangeTables(owner: pg.Pool, change: EpochChange): Promise<void> {
  const { schema, position, from, id, events, at } = change;
  const notes: readonly LogNote[] = [
    { what: 'copy_begun', id, from, at },
    { what: 'copy_completed', events, at },
  ];
  await runInTransaction(owner, async (connection) => {
    await connection.query('LOCK TABLE log.events IN ACCESS EXCLUSIVE MODE');
    const { rows } = await connection.query<{ last: number | null }>('SELECT max(position) AS last FROM log.events');
    if ((rows[0]?.last ?? -1) !== position)
      throw new UserMistake('Something was written to the log meanwhile: stop the service, and run this again');
    const { rows: readers } = await connection.query<{ role: string }>(
      `SELECT DISTINCT quote_ident(grantee) AS role FROM information_schema.role_table_grants
       WHERE table_schema = 'log' AND table_name = 'events' AND privilege_type = 'INSERT' AND grantee <> current_user`,
    );
    await connection.query(`CREATE SCHEMA ${schema}`);
    await connection.query(`ALTER TABLE log.events SET SCHEMA ${schema}`);
    for (const { role } of readers) await connection.query(`REVOKE ALL ON ${schema}.events FROM ${role}`);
    await connection.query(`ALTER TABLE ${DRAFT}.events SET SCHEMA log`);
    for (const { role } of readers) await connection.query(`GRANT SELECT, INSERT ON log.events TO ${role}`);
    await connection.query(`DROP SCHEMA ${DRAFT}`);
    for (const note of notes)
      await connection.query(
        'INSERT INTO log.notes (number, note) SELECT coalesce(max(number), -1) + 1, $1 FROM log.notes',
        [JSON.stringify(note)],
      );
    await connection.query('UPDATE ops.log SET successor = $1', [id]);
    // They have names in clear and hashes of the previous epoch.
    await connection.query('DELETE FROM ops.snapshots');
  });
}
