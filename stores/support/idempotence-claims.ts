import type pg from 'pg';
import {
  buildSelectFromArrays,
  formatArrayLiteral,
  formatColumnLiteral,
  formatJsonElement,
  joinArrayElements,
} from '../../database/array-literal.ts';
import { PROMPT, withTimeout } from '../../database/pool.ts';
import { batchCalls } from '../../database/combine-calls.ts';
import { buildIsGoneSql } from '../../database/owners.ts';

/** The rows of claimed keys and their stored replies. */

export interface KeyedRequest {
  readonly scope: { readonly userId: number; readonly companyId: number | null };
  readonly key: string;
  /** Hash of method, path, body and base version: the same key must belong to the same request. */
  readonly fingerprint: string;
}

/** A claimed request. Only its owner ends the claim; null if there are no owners, as in some tests. */
export interface ClaimedRequest extends KeyedRequest {
  readonly owner: string | null;
}

export interface KeptReply {
  readonly status: number;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Secrets of the body, encrypted by the caller. */
  readonly sealed?: string;
}

/** A claim that its owner has forgotten expires after this time; longer requests renew it. */
export const LEASE_SECONDS = 30;
/** A client is waiting, so this limit applies regardless of the pool. */
const PATIENCE = withTimeout(PROMPT.answerMs);
const DEADLOCK_ATTEMPTS = 3;

type Claim = 'fresh' | 'resumed' | 'held';

interface KeptRow {
  fingerprint: string;
  is_open: boolean;
  owner: string | null;
  answer: KeptReply | null;
}

/**
 * Returns a function that claims a key, also from an owner that is gone. Refusals that an older version stored may be
 * claimed again.
 */
export const createClaim = (pool: pg.Pool): ((request: ClaimedRequest) => Promise<Claim>) =>
  batchCalls<ClaimedRequest, Claim>(async (requests) => {
    const ordered = requests.toSorted(compareRequests);
    const { rows } = await retryOnDeadlock(() =>
      pool.query<{ user_id: number; company_id: number; key: string; is_fresh: boolean }>({
        name: 'idempotence-claim',
        text: `INSERT INTO ops.idempotence AS kept (user_id, company_id, key, fingerprint, lease_until, process_id)
             SELECT unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::text[]), unnest($4::text[]), now() + interval '${LEASE_SECONDS} seconds', unnest($5::uuid[])
             ON CONFLICT (user_id, company_id, key) DO UPDATE
             SET lease_until = excluded.lease_until, process_id = excluded.process_id, fingerprint = excluded.fingerprint, status = NULL, answer = NULL
             WHERE kept.fingerprint = excluded.fingerprint AND (kept.lease_until <= now() OR kept.lease_until IS NOT NULL AND ${buildIsGoneSql('kept.process_id')})
               OR kept.status >= 300
             RETURNING user_id, company_id, key, (xmax = 0) AS is_fresh`,
        values: [
          ...toScopeColumns(ordered),
          formatArrayLiteral(ordered.map(({ fingerprint }) => fingerprint)),
          formatColumnLiteral(ordered, ({ owner }) => owner),
        ],
        ...PATIENCE,
      }),
    );
    const claimed = new Map(rows.map((row) => [`${row.user_id}:${row.company_id}:${row.key}`, row.is_fresh]));
    return requests.map((request) => {
      const isFresh = claimed.get(buildName(request));
      return isFresh === undefined ? 'held' : isFresh ? 'fresh' : 'resumed';
    });
  });

/** Requests with their owners; the condition that each claim is still open and its own. */
const OWN_REQUESTS = `(${buildSelectFromArrays({ u: '$1::bigint[]', c: '$2::bigint[]', k: '$3::text[]', o: '$4::uuid[]' })}) AS r`;
const IS_OWN = `kept.user_id = r.u AND kept.company_id = r.c AND kept.key = r.k
  AND kept.process_id IS NOT DISTINCT FROM r.o AND kept.lease_until IS NOT NULL`;

/** Returns a function that stores the reply and ends the claim, unless another process has taken it over. */
export const createComplete = (
  pool: pg.Pool,
): ((item: { readonly request: ClaimedRequest; readonly reply: KeptReply }) => Promise<void>) =>
  batchCalls(async (items) => {
    const ordered = items.toSorted((a, b) => compareRequests(a.request, b.request));
    await retryOnDeadlock(() =>
      pool.query({
        name: 'idempotence-complete',
        text: `UPDATE ops.idempotence AS kept SET lease_until = NULL, status = r.s, answer = r.a
             FROM (${buildSelectFromArrays({ u: '$1::bigint[]', c: '$2::bigint[]', k: '$3::text[]', o: '$6::uuid[]', s: '$4::integer[]', a: '$5::json[]' })}) AS r
             WHERE ${IS_OWN}`,
        values: toScopeColumns(ordered.map(({ request }) => request)).concat(
          formatArrayLiteral(ordered.map(({ reply }) => reply.status)),
          joinArrayElements(ordered.map(({ reply }) => formatJsonElement(JSON.stringify(reply)))),
          formatColumnLiteral(ordered, ({ request }) => request.owner),
        ),
        ...PATIENCE,
      }),
    );
    return items.map(() => undefined);
  });

/** Ends leases, but never that of a stored reply, nor of another owner. The next run counts as resumed. */
export async function endLeases(pool: pg.Pool, requests: readonly ClaimedRequest[]): Promise<void> {
  await pool.query({
    name: 'idempotence-release',
    text: `UPDATE ops.idempotence kept SET lease_until = now() FROM ${OWN_REQUESTS} WHERE ${IS_OWN}`,
    values: toOwnerColumns(requests),
    ...PATIENCE,
  });
}

/** Deletes the row, but never a stored reply, nor that of another owner. */
export async function deleteRow(pool: pg.Pool, request: ClaimedRequest): Promise<void> {
  await pool.query({
    name: 'idempotence-forget',
    text: `DELETE FROM ops.idempotence kept USING ${OWN_REQUESTS} WHERE ${IS_OWN}`,
    values: toOwnerColumns([request]),
    ...PATIENCE,
  });
}

export async function findClaim(pool: pg.Pool, { scope, key }: KeyedRequest): Promise<KeptRow | undefined> {
  const { rows } = await pool.query<KeptRow>({
    name: 'idempotence-look-up',
    text: 'SELECT fingerprint, lease_until IS NOT NULL AS is_open, process_id AS owner, answer FROM ops.idempotence WHERE user_id = $1 AND company_id = $2 AND key = $3',
    values: [scope.userId, scope.companyId ?? 0, key],
    ...PATIENCE,
  });
  return rows[0];
}

export async function renewLeases(pool: pg.Pool, requests: readonly ClaimedRequest[]): Promise<void> {
  await pool.query({
    name: 'idempotence-prolong',
    text: `UPDATE ops.idempotence kept SET lease_until = now() + interval '${LEASE_SECONDS} seconds'
             FROM ${OWN_REQUESTS} WHERE ${IS_OWN}`,
    values: toOwnerColumns(requests),
    ...PATIENCE,
  });
}

export async function findStoredReplies(
  pool: pg.Pool,
  scope: KeyedRequest['scope'],
  keys: readonly string[],
): Promise<ReadonlyMap<string, { readonly fingerprint: string; readonly reply: KeptReply }>> {
  const { rows } = await pool.query<{ key: string; fingerprint: string; answer: KeptReply }>({
    name: 'idempotence-completed',
    text: `SELECT key, fingerprint, answer FROM ops.idempotence
               WHERE user_id = $1 AND company_id = $2 AND key = ANY ($3::text[]) AND lease_until IS NULL AND status BETWEEN 200 AND 299`,
    values: [scope.userId, scope.companyId ?? 0, formatArrayLiteral(keys)],
    ...PATIENCE,
  });
  return new Map(rows.map(({ key, fingerprint, answer }) => [key, { fingerprint, reply: answer }]));
}

export const buildName = ({ scope, key }: KeyedRequest): string => `${scope.userId}:${scope.companyId ?? 0}:${key}`;

/** Keys are locked in this order, so that two processes do not block each other. */
function compareRequests(one: KeyedRequest, other: KeyedRequest): number {
  const [left, right] = [buildName(one), buildName(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Retries after a deadlock, since the planner need not preserve the lock order. */
async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== '40P01' || attempt === DEADLOCK_ATTEMPTS) throw error;
    }
  }
}

function toScopeColumns(requests: readonly KeyedRequest[]): string[] {
  return [
    formatArrayLiteral(requests.map(({ scope }) => scope.userId)),
    formatArrayLiteral(requests.map(({ scope }) => scope.companyId ?? 0)),
    formatArrayLiteral(requests.map(({ key }) => key)),
  ];
}

function toOwnerColumns(requests: readonly ClaimedRequest[]): string[] {
  const ordered = requests.toSorted(compareRequests);
  return [...toScopeColumns(ordered), formatColumnLiteral(ordered, ({ owner }) => owner)];
}
