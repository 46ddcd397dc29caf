import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { passFaultPoint } from '../../../database/fault-point.ts';
import { readLogStanding } from '../../../eventlog/register.ts';
import type { Core } from '../../../service/core.ts';
import { UserMistake } from '../../script.ts';
import { waitUntilAnnounced } from '../move.ts';
import { pauseWrites } from '../pause-writes.ts';
import { createEpochTable } from './epoch-table.ts';
import { proveEpoch } from './prove-epoch.ts';
import { openRenewedLog } from './renewed-log.ts';

export interface SealedLog {
  readonly events: number;
  /** Events with sealed fields. */
  readonly sealed: number;
  readonly epoch: number;
  /** Schema of the table with the old log. */
  readonly old_log: string;
}

const BATCH = 200;

/**
 * Writes a new epoch of a log in PostgreSQL, in which personal fields are sealed, and puts it in the place of the old one.
 * Until the last step, which is one transaction, the old log is in use and unchanged.
 */
export async function sealPostgresLog(
  core: Core,
  owner: pg.Pool,
  appKey: string,
  tell: (text: string) => void,
): Promise<SealedLog> {
  const { id: from } = await readLogStanding(core.register);
  if (from === null) throw new UserMistake('The log is empty: there is nothing to seal');
  const writes = await pauseWrites(core, 'a new epoch of this log');
  try {
    await waitUntilAnnounced(core, tell);
    const renewed = await openRenewedLog(core, appKey, tell);
    const { old } = renewed;
    const epoch = [...old.epochs.values()].reduce((last, number) => Math.max(last, number), 1) + 1;
    const table = await createEpochTable(owner);
    try {
      let written = 0;
      for await (const batch of renewed.readAll(BATCH)) {
        await table.write(batch);
        passFaultPoint('seal-written');
        tell(`sealing: ${(written += batch.length)} of ${old.events} events`);
      }
      const events = await proveEpoch(core.log, table.readAll(BATCH), renewed.findKey, tell);
      await writes.requireHeld();
      const schema = `log_epoch_${epoch - 1}`;
      const at = new Date().toISOString();
      await table.takeOver({ schema, position: old.position, from, id: randomUUID(), events, at });
      passFaultPoint('seal-taken-over');
      return { events, sealed: renewed.countSealed(), epoch, old_log: schema };
    } catch (error) {
      await table.drop();
      throw error;
    }
  } finally {
    await writes.end();
  }
}
