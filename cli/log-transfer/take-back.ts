import type { Core } from '../../service/core.ts';
import { updateRegister, readLogStanding } from '../../eventlog/register.ts';
import { LOG_CHANNEL } from '../../service/event-log/guard.ts';
import { UserMistake } from '../script.ts';

/** Returns to the log of the settings, as long as no service has continued elsewhere. Returns the place it was left for. */
export async function takeBackLog({ pool, register }: Core): Promise<string> {
  const { left } = await readLogStanding(register);
  const { rows } = await pool.query<{ moving_to: string | null }>('SELECT moving_to FROM ops.log');
  const place = left?.place ?? rows[0]?.moving_to;
  if (place === undefined || place === null)
    throw new UserMistake('The log of the settings was not left: there is nothing to take back');
  await updateRegister(register, (standing) =>
    standing.left === null ? null : { what: 'taken_back', at: new Date().toISOString() },
  );
  await pool.query('UPDATE ops.log SET moving_to = NULL, mover = NULL, pause = NULL, successor = NULL');
  await pool.query('DELETE FROM ops.log_pauses');
  await pool.query(`SELECT pg_notify('${LOG_CHANNEL}', '')`);
  return place;
}
