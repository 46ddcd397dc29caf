import type pg from 'pg';
import { buildIsGoneSql, type Term } from '../../database/owners.ts';
import type { Language } from '../../domain/language.ts';
import type { MailAttachment, ReminderFacts } from '../../domain/mail/mail-events.ts';
import type { MailOutcome } from '../../domain/mail/settling.ts';

/**
 * Stored state of outgoing mails. A mail is claimed by one process, which records the attempt before it contacts the mail
 * server. After a crash the mail is reported as in doubt instead of being sent twice.
 */

export const MAILS_CHANNEL = 'grandlivre_mails';

type Queryable = Pick<pg.Pool, 'query'>;

/** A mail with everything needed to send it. */
export interface ClaimedMail {
  readonly id: number;
  readonly company_id: number;
  readonly company_name: string;
  readonly created_at: string;
  readonly language: Language;
  readonly to_addresses: readonly string[];
  readonly cc_addresses: readonly string[];
  readonly subject: string;
  readonly body: string;
  readonly attachments: readonly MailAttachment[];
  readonly from_address: string | null;
  /** Whether the owner of the address or of its domain has agreed, as far as there is one. */
  readonly is_sender_verified: boolean;
  readonly reply_to: string | null;
  readonly third_party_id: number | null;
  readonly reminder: ReminderFacts | null;
  /** Including the current attempt. */
  readonly attempts: number;
  readonly term: Term;
}

/**
 * These statements are unnamed on purpose: a plan cached for an almost empty table would be slow once ten thousand mails
 * are queued within seconds.
 */
const CLAIM = `
  WITH due AS MATERIALIZED (
    SELECT m.id, m.company_id FROM read.mails m
    JOIN read.companies c ON c.id = m.company_id AND c.deleted_at IS NULL
    LEFT JOIN ops.mail_attempts a ON a.mail_id = m.id
    WHERE m.status = 'queued' AND (a.mail_id IS NULL OR (a.state = 'waiting' AND a.next_attempt_at <= now()))
    ORDER BY a.next_attempt_at NULLS FIRST, m.id LIMIT $1
  ), claimed AS (
    INSERT INTO ops.mail_attempts AS known (mail_id, company_id, state, attempts, leased_by)
    SELECT id, company_id, 'claimed', 1, $2::uuid FROM due ORDER BY id
    ON CONFLICT (mail_id) DO UPDATE SET state = 'claimed', attempts = known.attempts + 1, leased_by = $2::uuid, changed_at = now()
      WHERE known.state = 'waiting'
    RETURNING mail_id, company_id, attempts
  )
  SELECT m.id, m.company_id, c.name AS company_name, m.created_at, m.language, m.to_addresses, m.cc_addresses, m.subject, m.body,
    m.attachments, m.from_address, m.reply_to, m.third_party_id, m.reminder, claimed.attempts,
    m.from_address IS NULL OR EXISTS (SELECT FROM read.mail_senders s WHERE s.company_id = m.company_id AND s.deleted_at IS NULL
      AND s.name IN (lower(m.from_address), lower(substring(m.from_address FROM '[^@]*$')))) AS is_sender_verified
  FROM claimed JOIN read.mails m ON m.company_id = claimed.company_id AND m.id = claimed.mail_id JOIN read.companies c ON c.id = m.company_id ORDER BY m.id`;

/** Claims due mails exclusively for this process. */
export async function claimMails(pool: Queryable, term: Term, most: number): Promise<ClaimedMail[]> {
  const { rows } = await pool.query<Omit<ClaimedMail, 'term'>>({ text: CLAIM, values: [most, term.id] });
  return rows.map((row) => ({ ...row, term }));
}

/** Records the start of sending before the mail server is contacted. Returns the mails that this process may send. */
export async function beginSending(pool: Queryable, mails: readonly ClaimedMail[]): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ mail_id: number }>({
    text: `UPDATE ops.mail_attempts a SET state = 'sending', changed_at = now()
      FROM unnest($1::bigint[], $2::uuid[]) AS m(id, term)
      WHERE a.mail_id = m.id AND a.leased_by = m.term AND a.state = 'claimed' RETURNING a.mail_id`,
    values: [mails.map(({ id }) => id), mails.map(({ term }) => term.id)],
  });
  return new Set(rows.map(({ mail_id }) => mail_id));
}

/** Result of an attempt: final, or to be retried. */
export type EndedMail = { readonly id: number; readonly company_id: number; readonly term: Term } & (
  | { readonly outcome: MailOutcome }
  | { readonly againInMinutes: number; readonly isCounted: boolean }
);

/** Mails that another process has taken over are left to it. Returns the others. */
export async function endAttempts(pool: Queryable, ended: readonly EndedMail[]): Promise<ReadonlySet<number>> {
  const getOutcome = (one: EndedMail) => ('outcome' in one ? one.outcome : null);
  const { rows } = await pool.query<{ mail_id: number }>({
    text: `UPDATE ops.mail_attempts a SET state = CASE WHEN e.outcome IS NULL THEN 'waiting' ELSE 'ended' END, outcome = e.outcome,
        next_attempt_at = now() + make_interval(secs => e.minutes * 60), attempts = a.attempts - e.uncounted, changed_at = now(),
        leased_by = CASE WHEN e.outcome IS NULL THEN NULL ELSE a.leased_by END
      FROM unnest($1::bigint[], $2::jsonb[], $3::double precision[], $4::integer[], $5::uuid[])
        AS e(id, outcome, minutes, uncounted, term)
      WHERE a.mail_id = e.id AND a.leased_by = e.term AND a.state IN ('claimed', 'sending') RETURNING a.mail_id`,
    values: [
      ended.map(({ id }) => id),
      ended
        .map((one) => JSON.stringify(getOutcome(one)) as string | null)
        .map((text) => (text === 'null' ? null : text)),
      ended.map((one) => ('outcome' in one ? null : one.againInMinutes)),
      ended.map((one) => ('outcome' in one || one.isCounted ? 0 : 1)),
      ended.map(({ term }) => term.id),
    ],
  });
  return new Set(rows.map(({ mail_id }) => mail_id));
}

/** Marks mails whose outcome is in the log. The rows remain for a while, since the projections may lag behind after a crash. */
export async function markMailsRecorded(pool: Queryable, ids: readonly number[]): Promise<void> {
  await pool.query({
    text: `UPDATE ops.mail_attempts SET state = 'done', outcome = NULL, changed_at = now() WHERE mail_id = ANY($1::bigint[])`,
    values: [ids],
  });
}

/** Mails older than this are no longer sent. */
const EXPIRES_AFTER = `interval '3 days'`;
const IS_ABANDONED = `(leased_by IS NULL OR ${buildIsGoneSql('leased_by')})`;

/**
 * Collects outcomes that were not recorded: ended mails missing in the log, mails that were being sent by an owner that
 * is gone, and expired mails. Mails that were claimed but not begun are released.
 */
export async function collectAbandonedMails(
  pool: Queryable,
  most: number,
): Promise<{ readonly company_id: number; readonly outcome: MailOutcome }[]> {
  await pool.query(
    `UPDATE ops.mail_attempts SET state = 'waiting', next_attempt_at = now(), leased_by = NULL, changed_at = now()
     WHERE state = 'claimed' AND ${IS_ABANDONED}`,
  );
  await pool.query(
    `UPDATE ops.mail_attempts SET state = 'ended', changed_at = now(), outcome = jsonb_build_object('id', mail_id, 'status', 'failed',
       'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'attempts', attempts, 'error', 'mail_in_doubt')
     WHERE state = 'sending' AND ${IS_ABANDONED}`,
  );
  await pool.query(
    `INSERT INTO ops.mail_attempts AS known (mail_id, company_id, state, outcome)
     SELECT m.id, m.company_id, 'ended', jsonb_build_object('id', m.id, 'status', 'failed',
       'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'attempts', coalesce(a.attempts, 0), 'error', 'mail_expired')
     FROM read.mails m LEFT JOIN ops.mail_attempts a ON a.mail_id = m.id
     WHERE m.status = 'queued' AND m.created_at < now() - ${EXPIRES_AFTER} AND (a.mail_id IS NULL OR a.state = 'waiting')
     LIMIT $1
     ON CONFLICT (mail_id) DO UPDATE SET state = 'ended', outcome = excluded.outcome, changed_at = now() WHERE known.state = 'waiting'`,
    [most],
  );
  const { rows } = await pool.query<{ company_id: number; outcome: MailOutcome }>(
    `SELECT company_id, outcome FROM ops.mail_attempts WHERE state = 'ended' AND (${IS_ABANDONED}
       OR changed_at < now() - interval '1 minute') ORDER BY mail_id LIMIT $1`,
    [most],
  );
  return rows;
}

/** Milliseconds until the next attempt is due; null if none is waiting. */
export async function readNextMailMs(pool: Queryable): Promise<number | null> {
  const { rows } = await pool.query<{ wait_ms: number | null }>({
    text: `SELECT (extract(epoch FROM min(coalesce(a.next_attempt_at, now())) - now()) * 1000)::double precision AS wait_ms
      FROM read.mails m LEFT JOIN ops.mail_attempts a ON a.mail_id = m.id
      WHERE m.status = 'queued' AND (a.mail_id IS NULL OR a.state = 'waiting')`,
  });
  return rows[0]?.wait_ms ?? null;
}

/** Notifies the sending processes that mails are waiting. */
export async function wakeMailSenders(pool: Queryable): Promise<void> {
  await pool.query(`SELECT pg_notify('${MAILS_CHANNEL}', '')`);
}

/** SQL condition on an attempt `t`: it can be forgotten, because the projections have certainly caught up with the log. */
export const IS_SENT_MAIL = `t.state = 'done' AND t.changed_at < now() - interval '7 days'
  AND NOT EXISTS (SELECT FROM read.mails m WHERE m.company_id = t.company_id AND m.id = t.mail_id AND m.status = 'queued')`;
