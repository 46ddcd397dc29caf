import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { buildIsConnectedSql, buildOthersConnectedSql } from './live-processes.ts';
import type { Notifications } from './notifications.ts';

/**
 * Ownership of claimed work, for all kinds of work. A process writes the id of its term into every claim, and raises the
 * beat of the term twice a second. Another process that sees the same beat for three seconds ends the term, and claims of
 * an ended term are free. The end is permanent: a process that wakes up later begins a new term, and whatever it writes
 * under the old one finds no row.
 *
 * Time is measured by the observer alone, on a clock that never steps. One that stood still itself, or could not reach
 * the database, begins to observe again.
 */
export interface Owner {
  /** The current term. Kept with each claim, because another one follows if it is ended. */
  getTerm(): Term;
  /** Called when the term of any process has ended: its work is free. Returns a function that stops this. */
  onTakeover(handler: () => void): () => void;
  close(): Promise<void>;
}

export interface Term {
  /** Written into claims, and a condition of every later write. */
  readonly id: string;
  /** Aborted when the term has ended and others have its work. */
  readonly signal: AbortSignal;
  /** Whether no other process can have the work of this term. False after a standstill, until the database confirms the term. */
  isCertain(): boolean;
  /** Asks the database if it is not certain. To be awaited before an effect that must not be repeated. */
  isHeld(): Promise<boolean>;
}

export class OwnershipLost extends Error {
  constructor() {
    super('This process stood still, and another one has taken over its work');
    this.name = 'OwnershipLost';
  }
}

/** @throws OwnershipLost */
export async function requireHeld(term: Term): Promise<void> {
  if (!(await term.isHeld())) throw new OwnershipLost();
}

export interface OwnerOptions {
  readonly notifications: Pick<Notifications, 'query'>;
  readonly processId: string;
  readonly onLost?: () => void;
  /** For tests. */
  readonly beatMs?: number;
}

const BEAT_MS = 500;
/** Beats without change until a connected process is given up. */
const STANDSTILL_BEATS = 6;
/** The same for one that is not connected: it had time to connect again, and does not beat meanwhile. */
const DISCONNECTED_BEATS = 3;
/** Beats that an observer may miss itself. */
const MISSED_BEATS = 2;
/** A term is certain for this many beats, which is less than others wait. */
const CERTAIN_BEATS = 4;

/** SQL condition: whether the work of this owner is free. Owners of earlier versions have no row, only a connection. */
export const buildIsGoneSql = (id: string): string =>
  `(${id} IS NOT NULL AND coalesce((SELECT own_term.ended_at IS NOT NULL FROM ops.owners own_term WHERE own_term.id = ${id}), NOT ${buildIsConnectedSql(id)}))`;

/** SQL condition: whether a claim that is limited in time, in case its owner forgets it, is free. */
export const buildIsFreeSql = (until: string, owner: string): string =>
  `(${until} IS NULL OR ${until} < now() OR ${buildIsGoneSql(owner)})`;

/**
 * Whether a process of a version before 1.3 is connected, which does not know the records of this version. A tool without
 * a term counts as one while it runs.
 */
export async function isEarlierVersionConnected(connection: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await connection.query<{ others: number }>(
    buildOthersConnectedSql('SELECT process FROM ops.owners'),
  );
  return rows[0]!.others > 0;
}

const BEAT = `
  WITH own AS (UPDATE ops.owners SET beat = beat + 1 WHERE id = $1::uuid AND ended_at IS NULL RETURNING id)
  SELECT EXISTS (SELECT FROM own) AS is_held, o.id, o.beat,
    o.id IS NOT NULL AND ${buildIsConnectedSql('o.process')} AS is_connected,
    o.id IS NOT NULL AND ${buildIsConnectedSql('$2::uuid')} AS is_self_connected
  FROM (VALUES (1)) AS once LEFT JOIN ops.owners o ON o.id <> $1::uuid AND o.ended_at IS NULL`;

interface BeatRow {
  readonly is_held: boolean;
  readonly id: string | null;
  readonly beat: number;
  readonly is_connected: boolean;
  readonly is_self_connected: boolean;
}

/** A machine that is suspended may stop one of the two clocks, and an administrator may set the other. */
interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

const getMoment = (): Moment => ({ monotonic: performance.now(), wall: Date.now() });

function hasPassed(since: Moment, milliseconds: number): boolean {
  const now = getMoment();
  return Math.max(now.monotonic - since.monotonic, Math.abs(now.wall - since.wall)) >= milliseconds;
}

interface Observed {
  readonly beat: number;
  readonly since: number;
}

interface OwnTerm extends Term {
  readonly ending: AbortController;
  /** When the latest beat that succeeded was sent. */
  confirmedAt: Moment;
}

export async function openOwner(options: OwnerOptions): Promise<Owner> {
  const { notifications, processId, beatMs = BEAT_MS } = options;
  const handlers = new Set<() => void>();
  let observed = new Map<string, Observed>();
  let observedAt = -Infinity;
  let beating: Promise<void> | null = null;
  let isClosed = false;

  async function beginTerm(id: string): Promise<OwnTerm> {
    const ending = new AbortController();
    const sentAt = getMoment();
    await notifications.query('INSERT INTO ops.owners (id, process) VALUES ($1, $2)', [id, processId]);
    const begun: OwnTerm = {
      id,
      ending,
      signal: ending.signal,
      confirmedAt: sentAt,
      isCertain: () => !ending.signal.aborted && !hasPassed(begun.confirmedAt, CERTAIN_BEATS * beatMs),
      async isHeld() {
        // The beat under way may have been sent before the standstill.
        if (!begun.isCertain()) await beating;
        if (!begun.isCertain() && !ending.signal.aborted) await beat();
        return begun.isCertain();
      },
    };
    return begun;
  }

  const notifyTakeover = (): void => handlers.forEach((handler) => handler());
  const beat = (): Promise<void> => (beating ??= sendBeat().finally(() => (beating = null)));

  async function sendBeat(): Promise<void> {
    const sentAt = getMoment();
    const own = term;
    const rows = await notifications.query<BeatRow>(BEAT, [own.id, processId]);
    if (rows[0]!.is_held) own.confirmedAt = sentAt;
    else await replaceTerm(own);
    await observe(rows.filter((row): row is BeatRow & { id: string } => row.id !== null));
  }

  /** All claims of the old term are free, also for this process. */
  async function replaceTerm(own: OwnTerm): Promise<void> {
    own.ending.abort();
    term = await beginTerm(randomUUID());
    options.onLost?.();
    notifyTakeover();
  }

  async function observe(others: readonly (BeatRow & { readonly id: string })[]): Promise<void> {
    const now = performance.now();
    if (now - observedAt > (MISSED_BEATS + 1) * beatMs) observed = new Map();
    observedAt = now;
    const next = new Map<string, Observed>();
    let isFreed = [...observed.keys()].some((id) => !others.some((other) => other.id === id));
    for (const { id, beat: seen, is_connected, is_self_connected } of others) {
      const known = observed.get(id);
      const since = known?.beat === seen ? known.since : now;
      // Behind a pooler no connection is visible, not even the own one.
      const patience = is_connected || !is_self_connected ? STANDSTILL_BEATS : DISCONNECTED_BEATS;
      if (now - since >= patience * beatMs && (await endTerm(id, seen))) isFreed = true;
      else next.set(id, { beat: seen, since });
    }
    observed = next;
    if (isFreed) notifyTakeover();
  }

  /** False if it has beaten since. */
  async function endTerm(id: string, seen: number): Promise<boolean> {
    const rows = await notifications.query(
      'UPDATE ops.owners SET ended_at = now() WHERE id = $1 AND beat = $2 AND ended_at IS NULL RETURNING id',
      [id, seen],
    );
    return rows.length > 0;
  }

  let term = await beginTerm(processId);
  // A failed beat is followed by the next one.
  const timer = setInterval(() => void beat().catch(() => undefined), beatMs);
  timer.unref();
  return {
    getTerm: () => term,
    onTakeover(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      handlers.clear();
      await beating?.catch(() => undefined);
      term.ending.abort();
      const text = 'UPDATE ops.owners SET ended_at = now() WHERE id = $1 AND ended_at IS NULL';
      await notifications.query(text, [term.id]).catch(() => undefined);
    },
  };
}

/** For tools, which do no work that others could take over: their connection shows that they are there. */
export function createUnwatchedOwner(processId: string): Owner {
  const term: Term = {
    id: processId,
    signal: new AbortController().signal,
    isCertain: () => true,
    isHeld: () => Promise.resolve(true),
  };
  return { getTerm: () => term, onTakeover: () => () => undefined, close: () => Promise.resolve() };
}
