import type pg from 'pg';
import { runInTransaction } from '../../database/dedicated-connection.ts';

/** The mark that the file store of this installation carries, as the database knows it. */
export interface FileStoreMark {
  /** Null: no store has been marked yet. */
  readonly mark: string | null;
  /** Where the store was when it was marked, in words. */
  readonly place: string | null;
  /** Identity of the log, with which a store is first marked; null until the log has been identified. */
  readonly logId: string | null;
}

/** An arbitrary number that no other lock of the service uses. */
const MARK_LOCK = 7_201_011;

export async function readFileStoreMark(connection: Pick<pg.ClientBase, 'query'>): Promise<FileStoreMark> {
  const { rows } = await connection.query<FileStoreMark>(
    'SELECT file_mark AS mark, file_place AS place, id AS "logId" FROM ops.log',
  );
  return rows[0]!;
}

/**
 * Lets one process at a time mark its store: the first one decides which store it is, and the others compare theirs.
 * `writeMark` returns the place of the store once its mark is written, or null if nothing is recorded.
 */
export function recordFirstMark(
  pool: pg.Pool,
  writeMark: (known: FileStoreMark) => Promise<{ readonly mark: string; readonly place: string } | null>,
): Promise<void> {
  return runInTransaction(pool, async (connection) => {
    await connection.query(`SELECT pg_advisory_xact_lock(${MARK_LOCK})`);
    const written = await writeMark(await readFileStoreMark(connection));
    if (written !== null)
      await connection.query('UPDATE ops.log SET file_mark = $1, file_place = $2', [written.mark, written.place]);
  });
}
