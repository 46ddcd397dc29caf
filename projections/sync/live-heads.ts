import type pg from 'pg';
import type { Progress } from '../engine/progress.ts';
import { anyOf } from '../support/expressions.ts';
import { bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Wakes those who wait for changes of a company file, with one query for all of them when the tables advance. */
export interface LiveHeads {
  /** Resolves when the feed of the company file has passed `seq`, after some time, on abort, or when the process stops. */
  waitBeyond(companyId: number, seq: number, milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Number of those who wait. */
  readonly waiting: number;
}

interface LiveOptions {
  readonly pool: pg.Pool;
  readonly progress: Pick<Progress, 'onAdvance'>;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
}

interface Waiter {
  readonly seq: number;
  readonly wake: () => void;
}

/** Changes that follow each other this closely are looked at together. */
const GATHER_MS = 20;
/** Notifications can be lost with their connection. */
const LOOK_MS = 5_000;

const headsStatement = statement('feed-heads', { ids: bigints }, (db, { ids }) =>
  db
    .selectFrom('read.companies as c')
    .select((eb) => [
      'c.id',
      eb
        .selectFrom('read.changes as f')
        .select('f.seq')
        .whereRef('f.company_id', '=', 'c.id')
        .orderBy('f.seq', 'desc')
        .limit(1)
        .as('seq'),
    ])
    .where('c.id', '=', anyOf(ids)),
);

export function openLiveHeads({ pool, progress, stopping }: LiveOptions): LiveHeads {
  const waiters = new Map<number, Set<Waiter>>();
  /** What the last look found, for company files that someone waited for at that time. */
  let known = new Map<number, number>();
  let waiting = 0;
  let timer: { readonly dueAt: number; readonly handle: NodeJS.Timeout } | null = null;
  let isLooking = false;
  let hasAdvanced = false;

  const look = async (): Promise<void> => {
    timer = null;
    if (waiting === 0 || isLooking) return;
    isLooking = true;
    hasAdvanced = false;
    const ids = [...waiters.keys()];
    const heads = await headsStatement.all(pool, { ids }).catch(() => []);
    isLooking = false;
    known = new Map([...ids.map((id) => [id, 0] as const), ...heads.map(({ id, seq }) => [id, seq ?? 0] as const)]);
    for (const [id, seq] of known) for (const waiter of waiters.get(id) ?? []) if (seq > waiter.seq) waiter.wake();
    const isBehind = hasAdvanced || [...waiters.keys()].some((id) => !known.has(id));
    if (waiting > 0) schedule(isBehind ? GATHER_MS : LOOK_MS);
  };
  /** An earlier look that is already planned stays: those who begin to wait must not delay it. */
  const schedule = (milliseconds: number): void => {
    const dueAt = performance.now() + milliseconds;
    if (isLooking || (timer && timer.dueAt <= dueAt)) return;
    if (timer) clearTimeout(timer.handle);
    timer = { dueAt, handle: setTimeout(() => void look(), milliseconds).unref() };
  };
  progress.onAdvance(() => {
    if (waiting === 0 || hasAdvanced) return;
    hasAdvanced = true;
    schedule(GATHER_MS);
  });
  const remove = (companyId: number, waiter: Waiter): void => {
    const own = waiters.get(companyId);
    if (!own?.delete(waiter)) return;
    waiting -= 1;
    if (own.size === 0) waiters.delete(companyId);
    // Without anyone waiting, changes go unnoticed.
    if (waiting === 0) known.clear();
  };
  stopping.addEventListener('abort', () => {
    for (const own of [...waiters.values()]) for (const { wake } of [...own]) wake();
  });

  return {
    get waiting() {
      return waiting;
    },
    waitBeyond(companyId, seq, milliseconds, signal) {
      if (stopping.aborted || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const waiter: Waiter = {
          seq,
          wake() {
            clearTimeout(limit);
            signal.removeEventListener('abort', waiter.wake);
            remove(companyId, waiter);
            resolve();
          },
        };
        const limit = setTimeout(waiter.wake, milliseconds);
        signal.addEventListener('abort', waiter.wake);
        const own = waiters.get(companyId) ?? new Set();
        waiters.set(companyId, own.add(waiter));
        waiting += 1;
        const head = known.get(companyId);
        // A change that was found before this one began to wait, or that no look has found yet.
        if (head === undefined || head > seq || hasAdvanced) schedule(GATHER_MS);
      });
    },
  };
}
