import type pg from 'pg';
import { formatArrayLiteral } from '../../database/array-literal.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import type { LivingProcesses } from '../../database/live-processes.ts';
import { PROMPT, withTimeout } from '../../database/pool.ts';
import { batchCalls } from '../../database/combine-calls.ts';

/**
 * A request with a mutation id acts once, however often and to whichever process it is sent. The key is claimed first and
 * stores the reply afterwards. The claim of a dead process expires, and the process that takes over first looks for the
 * events of the earlier run.
 */

export interface KeyedRequest {
  readonly scope: { readonly userId: number; readonly companyId: number | null };
  readonly key: string;
  /** Hash of method, path, body and base version: the same key must belong to the same request. */
  readonly fingerprint: string;
}

export interface KeptReply {
  readonly status: number;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Secrets of the body, encrypted by the caller. */
  readonly sealed?: string;
}

export type KeyedOutcome =
  | { readonly reply: KeptReply; readonly replayed: boolean }
  | { readonly problem: 'idempotency_key_reused' | 'request_in_progress' };

export interface IdempotenceStore {
  /** `execute` is told whether an earlier run of the same request was interrupted. */
  run(request: KeyedRequest, execute: (isResumed: boolean) => Promise<KeptReply>): Promise<KeyedOutcome>;
  /** Finds the stored replies of these keys. */
  findCompletedReplies(
    scope: KeyedRequest['scope'],
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly fingerprint: string; readonly reply: KeptReply }>>;
  /** Resolves when every reply given so far has been stored. */
  waitUntilIdle(): Promise<void>;
}

export interface IdempotenceOptions {
  readonly pool: pg.Pool;
  /** Owner of the claims; without it, claims can only expire. */
  readonly process?: { readonly id: string; readonly others: LivingProcesses };
  readonly isMemorised: (status: number) => boolean;
  readonly longestWaitMs?: number;
}

/** A claim expires after this time unless it is renewed; longer requests renew it. */
export const LEASE_SECONDS = 30;
const PROLONG_EVERY_MS = 10_000;
const RELEASE_EVERY_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** A client is waiting, so this limit applies regardless of the pool. */
const PATIENCE = withTimeout(PROMPT.answerMs);
const LOOK_AGAIN_MS = 50;
const MAX_UNRELEASED = 10_000;
const DEADLOCK_ATTEMPTS = 3;

type Claim = 'fresh' | 'resumed' | 'held';

interface KeptRow {
  fingerprint: string;
  is_open: boolean;
  process_id: string | null;
  answer: KeptReply | null;
}

export function openIdempotenceStore({
  pool,
  process,
  isMemorised,
  longestWaitMs = LONGEST_WAIT_MS,
}: IdempotenceOptions): IdempotenceStore {
  const underWay = new Map<string, Promise<unknown>>();
  const finishing = new Set<Promise<void>>();
  /** Claims of runs that failed during a database outage. A retry in this process need not wait for their lease. */
  const unreleased = new Map<string, KeyedRequest>();

  /** Refusals that an older version stored may be claimed again. */
  const claim = batchCalls<KeyedRequest, Claim>(async (requests) => {
    const ordered = requests.toSorted(compareRequests);
    const { rows } = await retryOnDeadlock(() =>
      pool.query<{ user_id: number; company_id: number; key: string; is_fresh: boolean }>({
        name: 'idempotence-claim',
        text: `INSERT INTO ops.idempotence AS kept (user_id, company_id, key, fingerprint, lease_until, process_id)
             SELECT u, c, k, f, now() + interval '${LEASE_SECONDS} seconds', $5::uuid FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS r(u, c, k, f)
             ON CONFLICT (user_id, company_id, key) DO UPDATE
             SET lease_until = excluded.lease_until, process_id = excluded.process_id, fingerprint = excluded.fingerprint, status = NULL, answer = NULL
             WHERE (kept.lease_until <= now() AND kept.fingerprint = excluded.fingerprint) OR kept.status >= 300
             RETURNING user_id, company_id, key, (xmax = 0) AS is_fresh`,
        values: [
          ...toScopeColumns(ordered),
          formatArrayLiteral(ordered.map(({ fingerprint }) => fingerprint)),
          process?.id ?? null,
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

  const complete = batchCalls<{ request: KeyedRequest; reply: KeptReply }, void>(async (items) => {
    const ordered = items.toSorted((a, b) => compareRequests(a.request, b.request));
    await retryOnDeadlock(() =>
      pool.query({
        name: 'idempotence-complete',
        text: `UPDATE ops.idempotence AS kept SET lease_until = NULL, status = r.s, answer = r.a
             FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::json[]) AS r(u, c, k, s, a)
             WHERE kept.user_id = r.u AND kept.company_id = r.c AND kept.key = r.k`,
        values: toScopeColumns(ordered.map(({ request }) => request)).concat(
          formatArrayLiteral(ordered.map(({ reply }) => reply.status)),
          formatArrayLiteral(ordered.map(({ reply }) => JSON.stringify(reply))),
        ),
        ...PATIENCE,
      }),
    );
    return items.map(() => undefined);
  });

  /** Releases the claim without a stored reply. Events may have been written, so the next run counts as resumed. */
  async function releaseClaim(request: KeyedRequest): Promise<void> {
    const { scope, key } = request;
    try {
      // Skip stored replies: a slow run may have been overtaken by another one.
      const text =
        'UPDATE ops.idempotence SET lease_until = now() WHERE user_id = $1 AND company_id = $2 AND key = $3 AND lease_until IS NOT NULL';
      await pool.query({
        name: 'idempotence-release',
        text,
        values: [scope.userId, scope.companyId ?? 0, key],
        ...PATIENCE,
      });
    } catch {
      rememberUnreleased(request);
    }
  }

  /** Deletes the claim after a refusal, which wrote nothing: the key is free again for any request. */
  async function deleteClaim(request: KeyedRequest): Promise<void> {
    const { scope, key } = request;
    try {
      // Skip stored replies, as above.
      const text =
        'DELETE FROM ops.idempotence WHERE user_id = $1 AND company_id = $2 AND key = $3 AND lease_until IS NOT NULL';
      await pool.query({
        name: 'idempotence-forget',
        text,
        values: [scope.userId, scope.companyId ?? 0, key],
        ...PATIENCE,
      });
    } catch {
      rememberUnreleased(request);
    }
  }

  function rememberUnreleased(request: KeyedRequest): void {
    if (unreleased.size < MAX_UNRELEASED) unreleased.set(buildName(request), request);
  }

  async function findClaim({ scope, key }: KeyedRequest): Promise<KeptRow | undefined> {
    const { rows } = await pool.query<KeptRow>({
      name: 'idempotence-look-up',
      text: 'SELECT fingerprint, lease_until IS NOT NULL AS is_open, process_id, answer FROM ops.idempotence WHERE user_id = $1 AND company_id = $2 AND key = $3',
      values: [scope.userId, scope.companyId ?? 0, key],
      ...PATIENCE,
    });
    return rows[0];
  }

  /** Whether the process that holds the claim is gone. If so, all its claims are released. */
  async function releaseIfOrphaned(processId: string | null): Promise<boolean> {
    if (!process || processId === null || processId === process.id) return false;
    if (!(await process.others.isGone(processId))) return false;
    await pool.query({
      name: 'idempotence-orphans',
      text: 'UPDATE ops.idempotence SET lease_until = now(), process_id = NULL WHERE process_id = $1::uuid AND lease_until IS NOT NULL',
      values: [processId],
      ...PATIENCE,
    });
    return true;
  }

  /** Renews the claims of long-running requests, so that no other process starts them again. */
  async function renewLongRunning(): Promise<void> {
    const names = [...longRunning].filter(([, since]) => performance.now() - since > PROLONG_EVERY_MS);
    if (names.length === 0) return;
    const requests = names.map(([request]) => request).toSorted(compareRequests);
    await pool.query({
      name: 'idempotence-prolong',
      text: `UPDATE ops.idempotence kept SET lease_until = now() + interval '${LEASE_SECONDS} seconds'
             FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS r(u, c, k)
             WHERE kept.user_id = r.u AND kept.company_id = r.c AND kept.key = r.k AND kept.lease_until IS NOT NULL`,
      values: toScopeColumns(requests),
      ...PATIENCE,
    });
  }
  /** Releases the remembered claims once the database is back, so that retries in other processes need not wait either. */
  async function releaseRemembered(): Promise<void> {
    const idle = [...unreleased].filter(([name]) => !underWay.has(name));
    if (idle.length === 0) return;
    await pool.query({
      name: 'idempotence-release-later',
      text: `UPDATE ops.idempotence kept SET lease_until = now() FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS r(u, c, k)
             WHERE kept.user_id = r.u AND kept.company_id = r.c AND kept.key = r.k AND kept.lease_until IS NOT NULL`,
      values: toScopeColumns(idle.map(([, request]) => request).toSorted(compareRequests)),
      ...PATIENCE,
    });
    for (const [name] of idle) unreleased.delete(name);
  }
  const releasing = setInterval(() => void releaseRemembered().catch(() => undefined), RELEASE_EVERY_MS);
  releasing.unref();

  const longRunning = new Map<KeyedRequest, number>();
  const prolonging = setInterval(() => void renewLongRunning().catch(() => undefined), PROLONG_EVERY_MS);
  prolonging.unref();

  async function executeClaimed(
    request: KeyedRequest,
    isResumed: boolean,
    run: (isResumed: boolean) => Promise<KeptReply>,
  ): Promise<KeyedOutcome> {
    passFaultPoint('after-claim');
    longRunning.set(request, performance.now());
    try {
      const reply = await run(isResumed);
      if (!isMemorised(reply.status)) {
        // An earlier interrupted run may have written events, so they must be looked up again.
        await (isRefused(reply) && !isResumed ? deleteClaim(request) : releaseClaim(request));
        return { reply, replayed: false };
      }
      // Not awaited: a reply that is not stored in time is reconstructed from the log.
      const kept = complete({ request, reply })
        .catch(() => rememberUnreleased(request))
        .finally(() => finishing.delete(kept));
      finishing.add(kept);
      return { reply, replayed: false };
    } catch (error) {
      await releaseClaim(request);
      throw error;
    } finally {
      longRunning.delete(request);
    }
  }

  async function claimAndRun(
    request: KeyedRequest,
    run: (isResumed: boolean) => Promise<KeptReply>,
    deadline: number,
  ): Promise<KeyedOutcome> {
    if (unreleased.delete(buildName(request))) await releaseClaim(request);
    for (;;) {
      const claimed = await claim(request).catch((error: unknown) => {
        // The claim may have been written although the response was lost.
        rememberUnreleased(request);
        throw error;
      });
      if (claimed !== 'held') return executeClaimed(request, claimed === 'resumed', run);
      const kept = await findClaim(request);
      if (kept && kept.fingerprint !== request.fingerprint) return { problem: 'idempotency_key_reused' };
      if (kept?.answer && !kept.is_open) return { reply: kept.answer, replayed: true };
      if (kept?.is_open && (await releaseIfOrphaned(kept.process_id))) continue;
      if (performance.now() > deadline) return { problem: 'request_in_progress' };
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  return {
    async run(request, run) {
      const name = buildName(request);
      const deadline = performance.now() + longestWaitMs;
      for (let other = underWay.get(name); other; other = underWay.get(name)) {
        const isOver = await Promise.race([
          other.then(
            () => true,
            () => true,
          ),
          waitForDeadline(deadline),
        ]);
        if (!isOver) return { problem: 'request_in_progress' };
      }
      const running = claimAndRun(request, run, deadline).finally(() => underWay.delete(name));
      underWay.set(
        name,
        running.catch(() => undefined),
      );
      return running;
    },
    async findCompletedReplies(scope, keys) {
      if (keys.length === 0) return new Map();
      // A reply already sent may still be about to be stored.
      await Promise.all(finishing);
      const { rows } = await pool.query<{ key: string; fingerprint: string; answer: KeptReply }>({
        name: 'idempotence-completed',
        text: `SELECT key, fingerprint, answer FROM ops.idempotence
               WHERE user_id = $1 AND company_id = $2 AND key = ANY ($3::text[]) AND lease_until IS NULL AND status BETWEEN 200 AND 299`,
        values: [scope.userId, scope.companyId ?? 0, formatArrayLiteral(keys)],
        ...PATIENCE,
      });
      return new Map(rows.map(({ key, fingerprint, answer }) => [key, { fingerprint, reply: answer }]));
    },
    async waitUntilIdle() {
      await Promise.all([...underWay.values(), ...finishing]);
      clearInterval(prolonging);
      clearInterval(releasing);
    },
  };
}

const isRefused = ({ status }: KeptReply): boolean => status >= 400 && status < 500;

const buildName = ({ scope, key }: KeyedRequest): string => `${scope.userId}:${scope.companyId ?? 0}:${key}`;

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

function waitForDeadline(deadline: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), Math.max(0, deadline - performance.now())).unref());
}
