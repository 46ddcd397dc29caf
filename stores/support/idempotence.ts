import type pg from 'pg';
import { arrayLiteral } from '../../database/array-literal.ts';
import { faultPoint } from '../../database/fault-point.ts';
import type { LivingProcesses } from '../../database/live-processes.ts';
import { PROMPT, within } from '../../database/pool.ts';
import { together } from '../../database/combine-calls.ts';

/**
 * A request with a mutation id acts once, however often and wherever it is sent. The key is claimed before anything
 * happens and holds the answer afterwards; a claim whose process died runs out, and whoever takes it over first looks
 * for what the earlier run has written.
 */

export interface KeyedRequest {
  readonly scope: { readonly userId: number; readonly companyId: number | null };
  readonly key: string;
  /** Hash of method, path, body and base version: the same key must mean the same request. */
  readonly fingerprint: string;
}

export interface KeptReply {
  readonly status: number;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Secrets of the body, encrypted by whoever runs the request. */
  readonly sealed?: string;
}

export type KeyedOutcome =
  | { readonly reply: KeptReply; readonly replayed: boolean }
  | { readonly problem: 'idempotency_key_reused' | 'request_in_progress' };

export interface IdempotenceStore {
  /** `execute` is reported whether an earlier run of the same request was interrupted. */
  run(request: KeyedRequest, execute: (isResumed: boolean) => Promise<KeptReply>): Promise<KeyedOutcome>;
  /** The answers that are memorised under these keys. */
  completed(
    scope: KeyedRequest['scope'],
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly fingerprint: string; readonly reply: KeptReply }>>;
  /** Resolves when every answer given so far is kept. */
  settled(): Promise<void>;
}

export interface IdempotenceOptions {
  readonly pool: pg.Pool;
  /** Whose claims these are; absent: those of nobody in particular, which only run out. */
  readonly process?: { readonly id: string; readonly others: LivingProcesses };
  readonly isMemorised: (status: number) => boolean;
  readonly longestWaitMs?: number;
}

/** Without news of the process that made a claim, it holds for this long; a request that takes longer prolongs it. */
export const LEASE_SECONDS = 30;
const PROLONG_EVERY_MS = 10_000;
const RELEASE_EVERY_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** Someone waits, whatever the pool is for. */
const PATIENCE = within(PROMPT.answerMs);
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

export function idempotenceStore({
  pool,
  process,
  isMemorised,
  longestWaitMs = LONGEST_WAIT_MS,
}: IdempotenceOptions): IdempotenceStore {
  const underWay = new Map<string, Promise<unknown>>();
  const finishing = new Set<Promise<void>>();
  /** Claims of runs that failed while the database was away: whoever asks again here need not wait for their lease. */
  const unreleased = new Map<string, KeyedRequest>();

  /** Refusals, which were kept once, are no reason to refuse today. */
  const claim = together<KeyedRequest, Claim>(async (requests) => {
    const ordered = requests.toSorted(inOrder);
    const { rows } = await withoutDeadlock(() =>
      pool.query<{ user_id: number; company_id: number; key: string; is_fresh: boolean }>({
        name: 'idempotence-claim',
        text: `INSERT INTO ops.idempotence AS kept (user_id, company_id, key, fingerprint, lease_until, process_id)
             SELECT u, c, k, f, now() + interval '${LEASE_SECONDS} seconds', $5::uuid FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS r(u, c, k, f)
             ON CONFLICT (user_id, company_id, key) DO UPDATE
             SET lease_until = excluded.lease_until, process_id = excluded.process_id, fingerprint = excluded.fingerprint, status = NULL, answer = NULL
             WHERE (kept.lease_until <= now() AND kept.fingerprint = excluded.fingerprint) OR kept.status >= 300
             RETURNING user_id, company_id, key, (xmax = 0) AS is_fresh`,
        values: [
          ...scopeColumns(ordered),
          arrayLiteral(ordered.map(({ fingerprint }) => fingerprint)),
          process?.id ?? null,
        ],
        ...PATIENCE,
      }),
    );
    const claimed = new Map(rows.map((row) => [`${row.user_id}:${row.company_id}:${row.key}`, row.is_fresh]));
    return requests.map((request) => {
      const isFresh = claimed.get(nameOf(request));
      return isFresh === undefined ? 'held' : isFresh ? 'fresh' : 'resumed';
    });
  });

  const complete = together<{ request: KeyedRequest; reply: KeptReply }, void>(async (items) => {
    const ordered = items.toSorted((a, b) => inOrder(a.request, b.request));
    await withoutDeadlock(() =>
      pool.query({
        name: 'idempotence-complete',
        text: `UPDATE ops.idempotence AS kept SET lease_until = NULL, status = r.s, answer = r.a
             FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::json[]) AS r(u, c, k, s, a)
             WHERE kept.user_id = r.u AND kept.company_id = r.c AND kept.key = r.k`,
        values: scopeColumns(ordered.map(({ request }) => request)).concat(
          arrayLiteral(ordered.map(({ reply }) => reply.status)),
          arrayLiteral(ordered.map(({ reply }) => JSON.stringify(reply))),
        ),
        ...PATIENCE,
      }),
    );
    return items.map(() => undefined);
  });

  /** Nothing to memorise, but perhaps something was written: the next run is a resumed one. */
  async function release(request: KeyedRequest): Promise<void> {
    const { scope, key } = request;
    try {
      // Not when it is memorised: a run that took too long may have been overtaken by another one.
      const text =
        'UPDATE ops.idempotence SET lease_until = now() WHERE user_id = $1 AND company_id = $2 AND key = $3 AND lease_until IS NOT NULL';
      await pool.query({
        name: 'idempotence-release',
        text,
        values: [scope.userId, scope.companyId ?? 0, key],
        ...PATIENCE,
      });
    } catch {
      leaveUnreleased(request);
    }
  }

  /** A refusal wrote nothing: its key is as free as before, for the same request or a better one. */
  async function forget(request: KeyedRequest): Promise<void> {
    const { scope, key } = request;
    try {
      // Not when it is memorised, as above.
      const text =
        'DELETE FROM ops.idempotence WHERE user_id = $1 AND company_id = $2 AND key = $3 AND lease_until IS NOT NULL';
      await pool.query({
        name: 'idempotence-forget',
        text,
        values: [scope.userId, scope.companyId ?? 0, key],
        ...PATIENCE,
      });
    } catch {
      leaveUnreleased(request);
    }
  }

  function leaveUnreleased(request: KeyedRequest): void {
    if (unreleased.size < MAX_UNRELEASED) unreleased.set(nameOf(request), request);
  }

  async function lookUp({ scope, key }: KeyedRequest): Promise<KeptRow | undefined> {
    const { rows } = await pool.query<KeptRow>({
      name: 'idempotence-look-up',
      text: 'SELECT fingerprint, lease_until IS NOT NULL AS is_open, process_id, answer FROM ops.idempotence WHERE user_id = $1 AND company_id = $2 AND key = $3',
      values: [scope.userId, scope.companyId ?? 0, key],
      ...PATIENCE,
    });
    return rows[0];
  }

  /** Whether the claim is that of a process which is gone: then all of its claims are given up, and can be taken over. */
  async function isOrphan(processId: string | null): Promise<boolean> {
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

  /** A request that takes long keeps its claim for as long as it runs: no other process may begin it again. */
  async function prolong(): Promise<void> {
    const names = [...longRunning].filter(([, since]) => performance.now() - since > PROLONG_EVERY_MS);
    if (names.length === 0) return;
    const requests = names.map(([request]) => request).toSorted(inOrder);
    await pool.query({
      name: 'idempotence-prolong',
      text: `UPDATE ops.idempotence kept SET lease_until = now() + interval '${LEASE_SECONDS} seconds'
             FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS r(u, c, k)
             WHERE kept.user_id = r.u AND kept.company_id = r.c AND kept.key = r.k AND kept.lease_until IS NOT NULL`,
      values: scopeColumns(requests),
      ...PATIENCE,
    });
  }
  /** Whoever asks another process need not wait for their lease either: they are given up once the database is back. */
  async function releaseLater(): Promise<void> {
    const idle = [...unreleased].filter(([name]) => !underWay.has(name));
    if (idle.length === 0) return;
    await pool.query({
      name: 'idempotence-release-later',
      text: `UPDATE ops.idempotence kept SET lease_until = now() FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS r(u, c, k)
             WHERE kept.user_id = r.u AND kept.company_id = r.c AND kept.key = r.k AND kept.lease_until IS NOT NULL`,
      values: scopeColumns(idle.map(([, request]) => request).toSorted(inOrder)),
      ...PATIENCE,
    });
    for (const [name] of idle) unreleased.delete(name);
  }
  const releasing = setInterval(() => void releaseLater().catch(() => undefined), RELEASE_EVERY_MS);
  releasing.unref();

  const longRunning = new Map<KeyedRequest, number>();
  const prolonging = setInterval(() => void prolong().catch(() => undefined), PROLONG_EVERY_MS);
  prolonging.unref();

  async function execute(
    request: KeyedRequest,
    isResumed: boolean,
    run: (isResumed: boolean) => Promise<KeptReply>,
  ): Promise<KeyedOutcome> {
    faultPoint('after-claim');
    longRunning.set(request, performance.now());
    try {
      const reply = await run(isResumed);
      if (!isMemorised(reply.status)) {
        // After an interrupted run something may have been written all the same, and is looked for again.
        await (isRefused(reply) && !isResumed ? forget(request) : release(request));
        return { reply, replayed: false };
      }
      // Not waited for: an answer that is not kept in time is found again through the log.
      const kept = complete({ request, reply })
        .catch(() => leaveUnreleased(request))
        .finally(() => finishing.delete(kept));
      finishing.add(kept);
      return { reply, replayed: false };
    } catch (error) {
      await release(request);
      throw error;
    } finally {
      longRunning.delete(request);
    }
  }

  async function runOnce(
    request: KeyedRequest,
    run: (isResumed: boolean) => Promise<KeptReply>,
    deadline: number,
  ): Promise<KeyedOutcome> {
    if (unreleased.delete(nameOf(request))) await release(request);
    for (;;) {
      const claimed = await claim(request).catch((error: unknown) => {
        // The claim may have been written although its answer was lost.
        leaveUnreleased(request);
        throw error;
      });
      if (claimed !== 'held') return execute(request, claimed === 'resumed', run);
      const kept = await lookUp(request);
      if (kept && kept.fingerprint !== request.fingerprint) return { problem: 'idempotency_key_reused' };
      if (kept?.answer && !kept.is_open) return { reply: kept.answer, replayed: true };
      if (kept?.is_open && (await isOrphan(kept.process_id))) continue;
      if (performance.now() > deadline) return { problem: 'request_in_progress' };
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  return {
    async run(request, run) {
      const name = nameOf(request);
      const deadline = performance.now() + longestWaitMs;
      for (let other = underWay.get(name); other; other = underWay.get(name)) {
        const isOver = await Promise.race([
          other.then(
            () => true,
            () => true,
          ),
          timeout(deadline),
        ]);
        if (!isOver) return { problem: 'request_in_progress' };
      }
      const running = runOnce(request, run, deadline).finally(() => underWay.delete(name));
      underWay.set(
        name,
        running.catch(() => undefined),
      );
      return running;
    },
    async completed(scope, keys) {
      if (keys.length === 0) return new Map();
      // An answer that has gone out may still be on its way to where it is kept.
      await Promise.all(finishing);
      const { rows } = await pool.query<{ key: string; fingerprint: string; answer: KeptReply }>({
        name: 'idempotence-completed',
        text: `SELECT key, fingerprint, answer FROM ops.idempotence
               WHERE user_id = $1 AND company_id = $2 AND key = ANY ($3::text[]) AND lease_until IS NULL AND status BETWEEN 200 AND 299`,
        values: [scope.userId, scope.companyId ?? 0, arrayLiteral(keys)],
        ...PATIENCE,
      });
      return new Map(rows.map(({ key, fingerprint, answer }) => [key, { fingerprint, reply: answer }]));
    },
    async settled() {
      await Promise.all([...underWay.values(), ...finishing]);
      clearInterval(prolonging);
      clearInterval(releasing);
    },
  };
}

const isRefused = ({ status }: KeptReply): boolean => status >= 400 && status < 500;

const nameOf = ({ scope, key }: KeyedRequest): string => `${scope.userId}:${scope.companyId ?? 0}:${key}`;

/** Whoever locks many keys locks them in this order, so that two processes do not wait for each other. */
function inOrder(one: KeyedRequest, other: KeyedRequest): number {
  const [left, right] = [nameOf(one), nameOf(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The order of locks is the planner's to keep or not: should two processes wait for each other after all, one tries again. */
async function withoutDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== '40P01' || attempt === DEADLOCK_ATTEMPTS) throw error;
    }
  }
}

function scopeColumns(requests: readonly KeyedRequest[]): string[] {
  return [
    arrayLiteral(requests.map(({ scope }) => scope.userId)),
    arrayLiteral(requests.map(({ scope }) => scope.companyId ?? 0)),
    arrayLiteral(requests.map(({ key }) => key)),
  ];
}

function timeout(deadline: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), Math.max(0, deadline - performance.now())).unref());
}
