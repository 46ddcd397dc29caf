import pg from 'pg';
import { buildConnectionOptions } from './pool.ts';
import { endWithTimeout, trackSockets, type Pulse } from './unresponsive-server.ts';

/** Where the read tables of a server stand. */
export interface TableStanding {
  readonly position: number;
  /** Identifies one build of the tables. */
  readonly generation: string;
}

export interface Seen {
  /** False for a server that was promoted. */
  readonly isReplica: boolean;
  readonly standing: TableStanding | null;
}

/** Asks one replica again and again how far it is, over a connection of its own. */
export interface ReplicaWatch {
  /** The last answer; null if it is too old or there is none. */
  getSeen(): Seen | null;
  /** Lost while the replica does not answer: requests on its way are then given up. */
  readonly pulse: Pulse;
  close(): Promise<void>;
}

/** A replica without an answer for so long is out of use. */
const ANSWER_VALID_MS = 700;

type Asked = (connection: Pick<pg.Pool, 'query'>) => Promise<TableStanding | null>;

export function watchReplica(url: string, readPositions: Asked, lookMs: number): ReplicaWatch {
  const handlers = new Set<() => void>();
  const sockets = trackSockets();
  let client: pg.Client | null = null;
  let seen: (Seen & { readonly at: number }) | null = null;
  let askedAt: number | null = null;
  let isLost = true;
  /** Counts attempts; answers to an abandoned one are ignored. */
  let attempt = 0;
  let isClosed = false;

  const markLost = (): void => {
    attempt += 1;
    askedAt = null;
    client = null;
    seen = null;
    sockets.destroyAll();
    if (isLost) return;
    isLost = true;
    handlers.forEach((handler) => handler());
  };
  const connect = async (): Promise<pg.Client> => {
    const next = new pg.Client({
      ...buildConnectionOptions(url, { applicationName: 'grandlivre-replica-watch' }),
      connectionTimeoutMillis: 0,
      query_timeout: 0,
      stream: sockets.open,
    });
    client = next;
    next.on('error', () => client === next && markLost());
    await next.connect();
    return next;
  };
  const ask = async (): Promise<void> => {
    const own = (attempt += 1);
    askedAt = performance.now();
    try {
      const connection = client ?? (await connect());
      const { rows } = await connection.query<{ is_replica: boolean }>('SELECT pg_is_in_recovery() AS is_replica');
      const standing = await readPositions(connection);
      if (own !== attempt) return;
      // The time of the question: what it shows may be older than the answer.
      seen = { isReplica: rows[0]!.is_replica, standing, at: askedAt };
      isLost = false;
      askedAt = null;
    } catch {
      if (own === attempt && !isClosed) markLost();
    }
  };
  const timer = setInterval(() => {
    if (askedAt === null) void ask();
    else if (performance.now() - askedAt > ANSWER_VALID_MS) markLost();
  }, lookMs);
  timer.unref();
  void ask();

  return {
    getSeen: () => (seen !== null && performance.now() - seen.at <= ANSWER_VALID_MS ? seen : null),
    pulse: {
      get isLost() {
        return isLost;
      },
      onLost(handler) {
        handlers.add(handler);
        return () => handlers.delete(handler);
      },
      close: () => Promise.resolve(),
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      handlers.clear();
      attempt += 1;
      if (client) await endWithTimeout(client);
    },
  };
}
