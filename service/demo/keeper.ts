import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { DemoCompany } from '../../domain/demo/company.ts';
import { loadOriginal, prepareCopy } from '../../commands/demo/load-demo.ts';
import { getLastReset, getNextReset } from '../../commands/demo/reset-time.ts';
import type { Config } from '../../configuration/config.ts';
import { countCopies, findOriginal, MOST_COPIES } from '../../stores/demo/copies.ts';
import {
  beginInstance,
  dropInstance,
  findOfferedInstance,
  listRetiredInstances,
  offerInstance,
  renewInstance,
  retireInstance,
  type OfferedInstance,
} from '../../stores/demo/instances.ts';
import type { Core } from '../core.ts';
import type { DemoHost } from './host.ts';
import { getInstanceFolder, openInstanceFiles, type DemoInstance } from './instance.ts';

/** Loads the demo, prepares copies of its books for visitors, and replaces all of it at night. */

/** `fresh`: nothing to do. `busy`: another process is already loading the demo. */
export type DemoOutcome = 'loaded' | 'fresh' | 'busy';

export interface RefreshOptions {
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
  /** A subset of the companies, for tests. */
  readonly companies?: readonly DemoCompany[] | undefined;
}

export interface KeeperParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly main: Core;
  readonly host: DemoHost;
}

/** Older demo books are reloaded even if they were not visited, because they would end in the past. */
const OLDEST_MS = 7 * 24 * 3600 * 1000;
/** Copies that wait for visitors. */
const READY_COPIES = 3;
/** Other processes stop using an instance within this time. */
const RETIRED_MS = 30_000;

export async function refreshDemo(parts: KeeperParts, options: RefreshOptions): Promise<DemoOutcome> {
  const { main, host } = parts;
  const current = await findOfferedInstance(main.pool);
  if (current && (await isStillGood(parts, current, options.now))) return 'fresh';
  const term = main.owner.getTerm();
  const number = await beginInstance(main.pool, term);
  if (number === null) return 'busy';
  try {
    const instance = await host.open(number);
    await loadOriginal({ ...instance.core, files: instance.files }, options);
    await prepareCopy({ ...instance.core, files: instance.files }, options.signal);
    await offerInstance(main.pool, term, number);
  } catch (error) {
    await retireInstance(main.pool, number).catch(() => undefined);
    await host.discard(number).catch(() => undefined);
    throw error;
  }
  await host.follow();
  return 'loaded';
}

/** Renews the offer of an instance that can be used for another night. */
async function isStillGood({ main, host, logger }: KeeperParts, current: OfferedInstance, now: Date): Promise<boolean> {
  let instance: DemoInstance | null;
  try {
    instance = await host.follow();
  } catch (error) {
    logger.warn({ err: error }, 'the demo cannot be opened; it will be replaced');
    return false;
  }
  // A restored backup has no demo, only the record of one.
  if (instance === null || (await findOriginal(instance.core.pool)) === null) return false;
  // An offer of a later night was made by a clock that has been corrected since.
  const offeredAt = new Date(current.offered_at);
  if (offeredAt >= getLastReset(now) && offeredAt < getNextReset(now)) return true;
  const { given } = await countCopies(instance.core.pool);
  if (given > 0 || Math.abs(now.getTime() - Date.parse(current.started_at)) >= OLDEST_MS) return false;
  await renewInstance(main.pool, current.number);
  return true;
}

/** Prepares copies until enough of them wait. */
export async function refillCopies({ host }: Pick<KeeperParts, 'host'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const instance = await host.follow();
    if (instance === null) return;
    const { ready, given } = await countCopies(instance.core.pool);
    if (ready >= READY_COPIES || ready + given >= MOST_COPIES) return;
    await prepareCopy({ ...instance.core, files: instance.files }, signal);
  }
}

/** Drops what retired instances have stored, in the database and as files. */
export async function dropRetired({ config, main, host }: KeeperParts, graceMs = RETIRED_MS): Promise<void> {
  for (const number of await listRetiredInstances(main.pool, graceMs)) {
    await host.discard(number).catch(() => undefined);
    if (config.bucket !== null) await emptyBucket(config, number);
    await rm(getInstanceFolder(config, number), { recursive: true, force: true });
    await dropInstance(main.relaxedPool, number);
  }
}

async function emptyBucket(config: Config, number: number): Promise<void> {
  const files = openInstanceFiles(config, number);
  try {
    for (const area of ['documents', 'logos'] as const)
      await files.sweepUnreferenced(area, 0, () => Promise.resolve(new Set()));
  } finally {
    await files.close();
  }
}
