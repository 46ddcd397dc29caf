import type pg from 'pg';
import type { Network } from '../../domain/peppol/peppol-events.ts';
import { buildIsFreeSql, type Term } from '../../database/owners.ts';

/** Due work: claimed by one process for a limited time, and released to others if that process is gone. */

/** Notifies the workers that a message or an inbox is due. */
export const PEPPOL_CHANNEL = 'grandlivre_peppol';

type Connection = Pick<pg.Pool, 'query'>;

export const wakePeppolWorkers = (pool: Connection): Promise<unknown> =>
  pool.query(`SELECT pg_notify('${PEPPOL_CHANNEL}', '')`);

/** Longer than a complete attempt takes. */
const SENDING_LEASE = `interval '3 minutes'`;
const INBOX_LEASE = `interval '5 minutes'`;
/** Interval at which an inbox is polled without notification. */
const LOOK_AGAIN_SECONDS = 3600;

export interface DueMessage {
  readonly id: number;
  readonly company_id: number;
  readonly attempts: number;
  /** An earlier attempt was interrupted, so it is unknown whether the message was sent. */
  readonly is_interrupted: boolean;
  readonly term: Term;
}

const IS_FREE = buildIsFreeSql('s.lease_until', 's.leased_by');

const CLAIM_MESSAGES = `
  WITH due AS (
    SELECT m.id, m.company_id, m.version FROM read.peppol_messages m
    LEFT JOIN ops.peppol_sendings s ON s.message_id = m.id
    WHERE m.status = 'queued' AND m.network = ANY($3)
      AND (s.message_id IS NULL OR ${IS_FREE} AND (s.version < m.version OR s.version = m.version AND s.next_attempt_at <= now()))
    ORDER BY m.id LIMIT $1
  ), claimed AS (
    INSERT INTO ops.peppol_sendings AS s (message_id, version, attempts, next_attempt_at, lease_until, leased_by)
    SELECT id, version, 1, now(), now() + ${SENDING_LEASE}, $2::uuid FROM due
    ON CONFLICT (message_id) DO UPDATE SET version = excluded.version, lease_until = excluded.lease_until,
      leased_by = excluded.leased_by,
      attempts = CASE WHEN s.version < excluded.version THEN 1 ELSE s.attempts + 1 END,
      is_interrupted = s.lease_until IS NOT NULL AND s.version = excluded.version
    WHERE ${IS_FREE} AND (s.version < excluded.version OR s.version = excluded.version AND s.next_attempt_at <= now())
    RETURNING message_id, attempts, is_interrupted
  )
  SELECT due.id, due.company_id, claimed.attempts, claimed.is_interrupted FROM claimed JOIN due ON due.id = claimed.message_id`;

/** Claims messages of these networks that are due, exclusively for this process. */
export async function claimMessages(
  pool: Connection,
  term: Term,
  most: number,
  networks: readonly Network[],
): Promise<readonly DueMessage[]> {
  const { rows } = await pool.query<Omit<DueMessage, 'term'>>({
    name: 'peppol-claim-messages',
    text: CLAIM_MESSAGES,
    values: [most, term.id, networks],
  });
  return rows.map((row) => ({ ...row, term }));
}

/** Ends an attempt, unless another process has taken over. The message is not retried if `againInMinutes` is null. */
export async function endAttempt(
  pool: Connection,
  { id, attempts, term }: Pick<DueMessage, 'id' | 'attempts' | 'term'>,
  againInMinutes: number | null,
): Promise<void> {
  await pool.query({
    name: 'peppol-end-attempt',
    text: `UPDATE ops.peppol_sendings SET lease_until = NULL, leased_by = NULL, is_interrupted = false,
             next_attempt_at = coalesce(now() + make_interval(mins => $2::integer), 'infinity')
           WHERE message_id = $1 AND leased_by = $3 AND attempts = $4`,
    values: [id, againInMinutes, term.id, attempts],
  });
}

/** Makes a waiting message due immediately, at the user's request. */
export async function makeMessageDue(pool: Connection, messageId: number): Promise<void> {
  await pool.query({
    name: 'peppol-hurry',
    text: `UPDATE ops.peppol_sendings SET next_attempt_at = now()
           WHERE message_id = $1 AND next_attempt_at > now() AND next_attempt_at < 'infinity'`,
    values: [messageId],
  });
}

const CLAIM_INBOXES = `
  UPDATE ops.peppol_inboxes i SET lease_until = now() + ${INBOX_LEASE}, leased_by = $2::uuid
  FROM (SELECT company_id FROM ops.peppol_inboxes s WHERE due_at <= now() AND ${IS_FREE}
        ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) due
  WHERE i.company_id = due.company_id RETURNING i.company_id, i.due_at`;

export interface DueInbox {
  readonly company_id: number;
  readonly due_at: string;
  readonly term: Term;
}

export async function claimInboxes(pool: Connection, term: Term, most: number): Promise<readonly DueInbox[]> {
  const { rows } = await pool.query<Omit<DueInbox, 'term'>>({
    name: 'peppol-claim-inboxes',
    text: CLAIM_INBOXES,
    values: [most, term.id],
  });
  return rows.map((row) => ({ ...row, term }));
}

/** Ends the check of an inbox; it remains due if it was announced in the meantime. */
export async function endInbox(pool: Connection, { company_id, due_at, term }: DueInbox): Promise<void> {
  await pool.query({
    name: 'peppol-end-inbox',
    text: `UPDATE ops.peppol_inboxes SET lease_until = NULL, leased_by = NULL,
             due_at = CASE WHEN due_at = $2 THEN now() + make_interval(secs => ${LOOK_AGAIN_SECONDS} * (0.75 + random() / 2)) ELSE due_at END
           WHERE company_id = $1 AND leased_by = $3`,
    values: [company_id, due_at, term.id],
  });
}

/** Marks an inbox as due after a notification of the access point. */
export async function announceInbox(pool: Connection, companyId: number): Promise<void> {
  await pool.query({
    name: 'peppol-announce-inbox',
    text: `INSERT INTO ops.peppol_inboxes (company_id, due_at) VALUES ($1, now())
           ON CONFLICT (company_id) DO UPDATE SET due_at = excluded.due_at`,
    values: [companyId],
  });
  await wakePeppolWorkers(pool);
}

/** French company files with a number can receive through the platform. */
const AT_PLATFORM = `SELECT id AS company_id FROM read.companies
  WHERE country_pack = 'FR' AND enterprise_number IS NOT NULL AND deleted_at IS NULL`;

/** Synchronises the list of inboxes with the current registrations, and with the company files at the platform. */
export async function syncInboxes(pool: Connection, networks: readonly Network[]): Promise<void> {
  const sources = [
    'SELECT company_id FROM read.peppol_registrations WHERE deleted_at IS NULL',
    ...(networks.includes('platform') ? [AT_PLATFORM] : []),
  ].join(' UNION ');
  await pool.query(`INSERT INTO ops.peppol_inboxes (company_id, due_at)
    SELECT company_id, now() FROM (${sources}) s ON CONFLICT DO NOTHING`);
  await pool.query(`DELETE FROM ops.peppol_inboxes i WHERE i.company_id NOT IN (${sources})`);
}

/** Milliseconds until something is due; null if nothing is. */
export async function readNextDueMs(pool: Connection): Promise<number | null> {
  const { rows } = await pool.query<{ ms: number | null }>({
    name: 'peppol-next-due',
    text: `SELECT ceil(1000 * extract(epoch FROM least(
             (SELECT min(greatest(s.next_attempt_at, coalesce(s.lease_until, '-infinity'))) FROM ops.peppol_sendings s
              JOIN read.peppol_messages m ON m.id = s.message_id AND m.status = 'queued' WHERE s.next_attempt_at < 'infinity'),
             (SELECT min(greatest(due_at, coalesce(lease_until, '-infinity'))) FROM ops.peppol_inboxes)
           ) - now()))::float8 AS ms`,
  });
  return rows[0]?.ms ?? null;
}
