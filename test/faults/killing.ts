import { expect } from 'chai';
import { waitUntil, type Answer, type Client } from '../support/load.ts';
import { query } from '../support/processes.ts';
import { clientOf, start, type Stage } from './support.ts';

/** How a process is killed in the middle of a request, and what time does to what it leaves behind. */

export type KillPoint =
  | 'after-claim'
  | 'between-files'
  | 'between-files-of-dossier'
  | 'between-steps-of-migration'
  | 'after-keys'
  | 'before-append'
  | 'after-append'
  | 'before-projection'
  | 'after-projection';

/** Whether the request has been written when the process is killed there. */
export const isWrittenAt = (point: KillPoint): boolean =>
  !['after-claim', 'between-files', 'between-files-of-dossier', 'after-keys', 'before-append'].includes(point);

/** Resolves when the connection of the request broke; an answer would mean that the process was not killed in time. */
export async function breaks(request: Promise<Answer>): Promise<void> {
  const answer = await request.catch(() => null);
  if (answer) throw new Error(`The request was answered: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** As if the time had passed after which a claim of a killed process runs out. */
export async function leasesRunOut({ databaseUrl }: Stage): Promise<number> {
  const rows = await query(
    databaseUrl,
    `UPDATE ops.idempotence SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL RETURNING key`,
  );
  return rows.length;
}

export async function killedAt(point: string, stage: Stage, write: (client: Client) => Promise<Answer>): Promise<void> {
  const doomed = await start(stage, { FAULT_POINT: point });
  const request = write(clientOf(stage, doomed));
  // The database tells of the projection too, and may be faster than the kill.
  await (point.startsWith('after-projection') ? request.catch(() => null) : breaks(request));
  await waitUntil('the process to be killed', doomed.hasExited);
  expect(await doomed.exited).to.deep.equal({ code: null, signal: 'SIGKILL' });
}
