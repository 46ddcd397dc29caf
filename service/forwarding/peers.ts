import { hostname } from 'node:os';
import type pg from 'pg';

/** The processes that serve the API, and which of them takes the writes of a company file. */
export interface Peers {
  /** The other process that takes the writes of this company file; null if this one does. */
  findOwner(companyToken: string): Peer | null;
  /** Looks at the processes now. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export interface Peer {
  readonly id: string;
  readonly host: string;
  readonly port: number;
}

export interface PeerOptions {
  readonly pool: pg.Pool;
  readonly processId: string;
  /** Called once, when another process is seen: opens the listener and returns its address. */
  readonly openListener: () => Promise<{ readonly host: string; readonly port: number }>;
  /** The address can be reached from this machine alone. */
  readonly isLocal: boolean;
  /** Whether this process writes the read tables. */
  readonly isProjecting: () => boolean;
  /** Called with the processes that are gone. */
  readonly onGone: (ids: readonly string[]) => void;
  readonly onTrouble: (error: unknown) => void;
}

interface Row {
  readonly id: string;
  readonly address: string | null;
  readonly projects: boolean;
  readonly is_prompt: boolean;
}

const LOOK_MS = 1_000;
/** Without news for this long, nothing is forwarded. The leases of the processes last as long. */
const TRUST_MS = 4_000;
/** A lease of five seconds is renewed each second. A process that has not done so lately gets nothing new. */
const RENEWED_MS = 2_500;

export function watchPeers(options: PeerOptions): Peers {
  const { pool, processId, onGone, onTrouble } = options;
  const machine = hostname();
  let own: string | null = null;
  let owners: readonly (Peer & { readonly isOwn: boolean })[] = [];
  let living: readonly string[] = [];
  let lookedAt = -Infinity;
  let isClosed = false;

  async function refresh(): Promise<void> {
    const startedAt = performance.now();
    const { rows } = await pool.query<Row>({
      name: 'list-peers',
      text: `
        SELECT id, CASE WHEN machine IS NULL OR machine = $1 THEN address END AS address, projects,
          expires_at > now() + interval '${RENEWED_MS} ms' AS is_prompt
        FROM ops.processes WHERE expires_at > now() ORDER BY id`,
      values: [machine],
    });
    if (isClosed) return;
    const gone = living.filter((id) => !rows.some((row) => row.id === id));
    living = rows.map(({ id }) => id);
    owners = chooseOwners(rows, processId);
    lookedAt = startedAt;
    if (gone.length > 0) onGone(gone);
    if (rows.some(({ id }) => id !== processId)) await publishAddress(rows);
  }

  async function publishAddress(rows: readonly Row[]): Promise<void> {
    const { host, port } = await options.openListener();
    own = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const projects = options.isProjecting();
    // The row is made again when its lease had ended.
    if (rows.some((row) => row.id === processId && row.address === own && row.projects === projects)) return;
    await pool.query('UPDATE ops.processes SET address = $2, machine = $3, projects = $4 WHERE id = $1', [
      processId,
      own,
      options.isLocal ? machine : null,
      projects,
    ]);
  }

  let running: Promise<void> | null = null;
  const look = (): void => {
    running ??= refresh()
      .catch(onTrouble)
      .finally(() => (running = null));
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  look();

  return {
    findOwner(companyToken) {
      if (owners.length < 2 || performance.now() - lookedAt > TRUST_MS) {
        const [only] = owners;
        return only && !only.isOwn && performance.now() - lookedAt <= TRUST_MS ? only : null;
      }
      const owner = chooseByHash(owners, companyToken);
      return owner.isOwn ? null : owner;
    },
    refresh,
    async close() {
      isClosed = true;
      owners = [];
      clearInterval(timer);
      await running;
      if (own !== null)
        await pool.query('UPDATE ops.processes SET address = NULL WHERE id = $1', [processId]).catch(() => undefined);
    },
  };
}

/**
 * The processes that project take the writes, because they have the events of their own writes in memory. If they do not
 * serve the API, the writes are divided among those that do. This process does not count until others can reach it.
 */
function chooseOwners(rows: readonly Row[], processId: string): readonly (Peer & { readonly isOwn: boolean })[] {
  const reachable = rows.flatMap(({ id, address, projects, is_prompt }) => {
    const [, host, port] = /^\[?([^\]]+)\]?:(\d+)$/.exec(address ?? '') ?? [];
    return host === undefined || !is_prompt
      ? []
      : [{ id, host, port: Number(port), projects, isOwn: id === processId }];
  });
  if (!reachable.some(({ isOwn }) => isOwn)) return [];
  const projecting = reachable.filter(({ projects }) => projects);
  return projecting.length > 0 ? projecting : reachable;
}

/** Each process gets a share of the files, and a file changes its process only when its own comes or goes. */
function chooseByHash<P extends Peer>(peers: readonly P[], token: string): P {
  let [best, highest] = [peers[0]!, -1];
  for (const peer of peers) {
    const weight = hashText(`${token}${peer.id}`);
    if (weight > highest) [best, highest] = [peer, weight];
  }
  return best;
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
