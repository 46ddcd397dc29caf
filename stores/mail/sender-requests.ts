import type pg from 'pg';
import type { SenderKind } from '../../domain/mail/kinds.ts';

/** Senders that wait for their proof: a link mailed to the address, or a TXT record of the domain. */

type Queryable = Pick<pg.Pool, 'query'>;

export interface SenderRequest {
  readonly id: number;
  readonly kind: SenderKind;
  /** The address or the domain in lower case. */
  readonly name: string;
  readonly requested_by: number;
  /** Value of the TXT record; null for an address. */
  readonly record: string | null;
  readonly is_expired: boolean;
}

export interface NewSenderRequest {
  /** Used if the sender is not waiting yet. */
  readonly newId: number;
  readonly companyId: number;
  readonly kind: SenderKind;
  readonly name: string;
  readonly userId: number;
  /** Null for a domain. */
  readonly tokenHash: string | null;
  /** Null for an address. */
  readonly record: string | null;
}

const LINK_HOURS = 24;
/** A domain is not looked up again within this time, however often the list is read. */
const LOOK_UP_EVERY = `interval '5 seconds'`;

const COLUMNS = `id, kind, name, requested_by, record, coalesce(expires_at < now(), false) AS is_expired`;

/** Stores a request. A repeated one keeps its id and the record of its domain, but voids the earlier link. */
export async function saveSenderRequest(pool: Queryable, request: NewSenderRequest): Promise<SenderRequest> {
  const { newId, companyId, kind, name, userId, tokenHash, record } = request;
  const { rows } = await pool.query<SenderRequest>({
    name: 'save-sender-request',
    text: `INSERT INTO ops.mail_sender_requests AS known
             (id, company_id, kind, name, requested_by, token_hash, expires_at, record)
           VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $6::text IS NULL THEN NULL ELSE now() + make_interval(hours => $8) END, $7)
           ON CONFLICT (company_id, name) DO UPDATE SET requested_by = excluded.requested_by, requested_at = now(),
             token_hash = excluded.token_hash, expires_at = excluded.expires_at
           RETURNING ${COLUMNS}`,
    values: [newId, companyId, kind, name, userId, tokenHash, record, LINK_HOURS],
  });
  return rows[0]!;
}

export async function listSenderRequests(pool: Queryable, companyId: number): Promise<readonly SenderRequest[]> {
  const { rows } = await pool.query<SenderRequest>({
    name: 'list-sender-requests',
    text: `SELECT ${COLUMNS} FROM ops.mail_sender_requests WHERE company_id = $1 ORDER BY id`,
    values: [companyId],
  });
  return rows;
}

/** Finds the request of a mailed link, even if the link has expired. */
export async function findSenderRequest(
  pool: Queryable,
  companyId: number,
  tokenHash: string,
): Promise<SenderRequest | undefined> {
  const { rows } = await pool.query<SenderRequest>({
    name: 'find-sender-request',
    text: `SELECT ${COLUMNS} FROM ops.mail_sender_requests WHERE company_id = $1 AND token_hash = $2`,
    values: [companyId, tokenHash],
  });
  return rows[0];
}

/** Claims the domains that are due for a look-up, so that concurrent readers do not repeat it. */
export async function claimDomainLookUps(pool: Queryable, companyId: number): Promise<readonly SenderRequest[]> {
  const { rows } = await pool.query<SenderRequest>({
    name: 'claim-domain-look-ups',
    text: `UPDATE ops.mail_sender_requests SET looked_up_at = now()
           WHERE company_id = $1 AND kind = 'domain'
             AND (looked_up_at IS NULL OR looked_up_at < now() - ${LOOK_UP_EVERY})
           RETURNING ${COLUMNS}`,
    values: [companyId],
  });
  return rows;
}

/** Deletes a request whose sender is verified. Its link works no longer. */
export async function deleteSenderRequest(pool: Queryable, requestId: number): Promise<void> {
  await pool.query({
    name: 'delete-sender-request',
    text: 'DELETE FROM ops.mail_sender_requests WHERE id = $1',
    values: [requestId],
  });
}
