import type pg from 'pg';
import { computeEventHash } from '../../commands/support/sealed-event.ts';
import { toCanonicalJson } from '../../domain/json.ts';
import type { EventLog } from '../../eventlog/port.ts';

/** Writes a log in PostgreSQL as earlier versions did: personal fields in clear, in the same chain. */
export async function writeLogInClear(pool: pg.Pool, log: EventLog): Promise<void> {
  const hashes = new Map<string, string>();
  for await (const batch of log.readAll(-1))
    for (const event of batch) {
      const { hash: _sealed, ...covered } = event.metadata;
      const metadata = { ...covered, prev_hash: hashes.get(event.stream) ?? null };
      const hash = computeEventHash({ ...event, metadata });
      hashes.set(event.stream, hash);
      await pool.query('UPDATE log.events SET data = $1, metadata = $2 WHERE position = $3', [
        toCanonicalJson(event.data),
        JSON.stringify({ ...metadata, hash }),
        event.position,
      ]);
    }
  await pool.query('DELETE FROM ops.snapshots');
  await pool.query('DELETE FROM ops.heads');
}
