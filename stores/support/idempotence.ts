import type pg from 'pg';
import { passFaultPoint } from '../../database/fault-point.ts';
import type { Owner } from '../../database/owners.ts';
import {
  buildName,
  createClaim,
  createComplete,
  deleteRow,
  endLeases,
  findClaim,
  findStoredReplies,
  renewLeases,
  type ClaimedRequest,
  type KeptReply,
  type KeyedRequest,
} from './idempotence-claims.ts';

export { LEASE_SECONDS, type KeptReply, type KeyedRequest } from './idempotence-claims.ts';

/**
 * A request with a mutation id acts once, however often and to whichever process it is sent. The key is claimed first and
 * stores the reply afterwards. The claim of an owner that is gone is free, and the process that takes over first looks for
 * the events of the earlier run.
 */

export type KeyedOutcome =
  | { readonly reply: KeptReply; readonly replayed: boolean }
  | { readonly problem: 'idempotency_key_reused' | 'request_in_progress' };

export interface IdempotenceStore {
  /** `execute` learns whether an earlier run of the same request was interrupted. */
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
  readonly owner?: Owner;
  readonly isMemorised: (status: number) => boolean;
  readonly longestWaitMs?: number;
}

const PROLONG_EVERY_MS = 10_000;
const RELEASE_EVERY_MS = 500;
const LONGEST_WAIT_MS = 10_000;
const LOOK_AGAIN_MS = 50;
const MAX_UNRELEASED = 10_000;

type Execute = (isResumed: boolean) => Promise<KeptReply>;

interface StoreState extends IdempotenceOptions {
  readonly claim: ReturnType<typeof createClaim>;
  readonly complete: ReturnType<typeof createComplete>;
  readonly underWay: Map<string, Promise<unknown>>;
  /** Replies that are being stored. */
  readonly finishing: Set<Promise<void>>;
  /** Claims of runs that failed during a database outage. A retry in this process need not wait for their lease. */
  readonly unreleased: Map<string, ClaimedRequest>;
  /** Running requests and their start on the monotonic clock. */
  readonly longRunning: Map<ClaimedRequest, number>;
}

export function openIdempotenceStore(options: IdempotenceOptions): IdempotenceStore {
  const { pool, longestWaitMs = LONGEST_WAIT_MS } = options;
  const store: StoreState = {
    ...options,
    claim: createClaim(pool),
    complete: createComplete(pool),
    underWay: new Map(),
    finishing: new Set(),
    unreleased: new Map(),
    longRunning: new Map(),
  };
  const releasing = setInterval(() => void releaseRemembered(store).catch(() => undefined), RELEASE_EVERY_MS);
  releasing.unref();
  const prolonging = setInterval(() => void renewLongRunning(store).catch(() => undefined), PROLONG_EVERY_MS);
  prolonging.unref();
  return {
    run: (request, execute) => runOnce(store, request, execute, performance.now() + longestWaitMs),
    async findCompletedReplies(scope, keys) {
      if (keys.length === 0) return new Map();
      // A reply already sent may still be about to be stored.
      await Promise.all(store.finishing);
      return findStoredReplies(pool, scope, keys);
    },
    async waitUntilIdle() {
      await Promise.all([...store.underWay.values(), ...store.finishing]);
      clearInterval(prolonging);
      clearInterval(releasing);
    },
  };
}

/** Waits for the same request in this process, then claims the key and runs. */
async function runOnce(
  store: StoreState,
  request: KeyedRequest,
  execute: Execute,
  deadline: number,
): Promise<KeyedOutcome> {
  const { underWay } = store;
  const name = buildName(request);
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
  const running = claimAndRun(store, request, execute, deadline).finally(() => underWay.delete(name));
  underWay.set(
    name,
    running.catch(() => undefined),
  );
  return running;
}

async function claimAndRun(
  store: StoreState,
  request: KeyedRequest,
  execute: Execute,
  deadline: number,
): Promise<KeyedOutcome> {
  const earlier = store.unreleased.get(buildName(request));
  if (earlier && store.unreleased.delete(buildName(request))) await releaseClaim(store, earlier);
  for (;;) {
    const own = { ...request, owner: store.owner?.getTerm().id ?? null };
    const claimed = await store.claim(own).catch((error: unknown) => {
      // The claim may have been written although the response was lost.
      rememberUnreleased(store, own);
      throw error;
    });
    if (claimed !== 'held') return executeClaimed(store, own, claimed === 'resumed', execute);
    const kept = await findClaim(store.pool, request);
    if (kept && kept.fingerprint !== request.fingerprint) return { problem: 'idempotency_key_reused' };
    if (kept?.answer && !kept.is_open) return { reply: kept.answer, replayed: true };
    if (kept?.is_open && kept.owner !== null && kept.owner === own.owner) await releaseForgotten(store, own);
    if (performance.now() > deadline) return { problem: 'request_in_progress' };
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function executeClaimed(
  store: StoreState,
  request: ClaimedRequest,
  isResumed: boolean,
  execute: Execute,
): Promise<KeyedOutcome> {
  passFaultPoint('after-claim');
  store.longRunning.set(request, performance.now());
  try {
    const reply = await execute(isResumed);
    if (store.isMemorised(reply.status)) storeReply(store, request, reply);
    // An earlier interrupted run may have written events, so they must be looked up again.
    else await (isRefused(reply) && !isResumed ? deleteClaim(store, request) : releaseClaim(store, request));
    return { reply, replayed: false };
  } catch (error) {
    await releaseClaim(store, request);
    throw error;
  } finally {
    store.longRunning.delete(request);
  }
}

/** A crashed database server forgot that this process released its claim: the same request is not running here. */
async function releaseForgotten(store: StoreState, request: ClaimedRequest): Promise<void> {
  await Promise.all(store.finishing);
  await releaseClaim(store, request);
}

/** Not awaited: a reply that is not stored in time is reconstructed from the log. */
function storeReply(store: StoreState, request: ClaimedRequest, reply: KeptReply): void {
  const kept = store
    .complete({ request, reply })
    .catch(() => rememberUnreleased(store, request))
    .finally(() => store.finishing.delete(kept));
  store.finishing.add(kept);
}

/** Releases the claim without a stored reply. Events may have been written, so the next run counts as resumed. */
async function releaseClaim(store: StoreState, request: ClaimedRequest): Promise<void> {
  try {
    await endLeases(store.pool, [request]);
  } catch {
    rememberUnreleased(store, request);
  }
}

/** Deletes the claim after a refusal, which wrote nothing: the key is free again for any request. */
async function deleteClaim(store: StoreState, request: ClaimedRequest): Promise<void> {
  try {
    await deleteRow(store.pool, request);
  } catch {
    rememberUnreleased(store, request);
  }
}

function rememberUnreleased({ unreleased }: StoreState, request: ClaimedRequest): void {
  if (unreleased.size < MAX_UNRELEASED) unreleased.set(buildName(request), request);
}

/** Renews the claims of long-running requests, so that no other process starts them again. */
async function renewLongRunning({ pool, longRunning }: StoreState): Promise<void> {
  const old = [...longRunning].filter(([, since]) => performance.now() - since > PROLONG_EVERY_MS);
  if (old.length === 0) return;
  await renewLeases(
    pool,
    old.map(([request]) => request),
  );
}

/** Releases the remembered claims once the database is back, so that retries in other processes need not wait either. */
async function releaseRemembered({ pool, unreleased, underWay }: StoreState): Promise<void> {
  const idle = [...unreleased].filter(([name]) => !underWay.has(name));
  if (idle.length === 0) return;
  await endLeases(
    pool,
    idle.map(([, request]) => request),
  );
  for (const [name] of idle) unreleased.delete(name);
}

const isRefused = ({ status }: KeptReply): boolean => status >= 400 && status < 500;

function waitForDeadline(deadline: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), Math.max(0, deadline - performance.now())).unref());
}
