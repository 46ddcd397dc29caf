import { setTimeout as pause } from 'node:timers/promises';
import { openClient } from '../support/load.ts';
import type { Cluster } from './cluster.ts';
import type { Report } from './plan.ts';
import type { Random } from './world/random.ts';

/** Follows the feed of a company file through all faults, at one process after another. */
export interface Reader {
  readonly failures: readonly string[];
  /** Reads what is left and tells what it has seen. */
  stop(): Promise<Report['readers'][number]>;
}

interface FollowedFile {
  readonly id: number;
  readonly path: string;
}

const LIMIT = 50;
const TIMEOUT_MS = 3_000;
const MAX_LAST_PULLS = 500;
/** While the clients wait there is little to read. */
const QUIET_MS = 100;
const MOST_QUIET = 10;

export interface ReaderOptions {
  readonly token: string;
  readonly file: FollowedFile;
  readonly random: Random;
  /** Grows when a command begins or ends. */
  readonly countSteps: () => number;
}

export function startReader(cluster: Cluster, { token, file, random, countSteps }: ReaderOptions): Reader {
  const seen = new Map<string, number>();
  const failures: string[] = [];
  const clients = cluster.members.map(({ url }) => openClient(url, token));
  let [cursor, isStopping] = [0, false];

  async function pull(): Promise<boolean> {
    const path = `${file.path}/sync/pull?since=${cursor}&limit=${LIMIT}`;
    const { status, body } = await random.pick(clients).get(path, { timeoutMs: TIMEOUT_MS });
    if (status !== 200) {
      if (status !== 503) failures.push(`${status} ${JSON.stringify(body)}`);
      return true;
    }
    if (body['full_resync'] === true) {
      failures.push('the feed asked to start over');
      return false;
    }
    for (const change of body['changes'] as { resource: string; id: number; version: number; seq: number }[]) {
      if (change.seq <= cursor) failures.push(`change ${change.seq} came again behind cursor ${cursor}`);
      seen.set(`${change.resource}:${change.id}`, change.version);
    }
    cursor = body['cursor'] as number;
    return body['has_more'] === true;
  }

  const following = (async () => {
    while (!isStopping) {
      const steps = countSteps();
      await pull().catch(() => undefined);
      await pause(random.between(5, 120));
      for (let quiet = 0; quiet < MOST_QUIET && countSteps() === steps && !isStopping; quiet += 1)
        await pause(QUIET_MS);
    }
    for (let pulls = 0; pulls < MAX_LAST_PULLS; pulls += 1) if (!(await pull().catch(() => true))) return;
  })();

  return {
    failures,
    async stop() {
      isStopping = true;
      await following;
      clients.forEach((client) => client.close());
      return { companyId: file.id, cursor, seen: [...seen] };
    },
  };
}
