import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { findServerAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, findClusterOwner } from './cluster.ts';
import { ensureDatabase, buildUrl } from './database.ts';
import { runWhileLocked } from './lock.ts';
import { followLog, getLogSize } from './log-file.ts';
import { watchServer, type ServerTrouble } from './watch.ts';
import { makeDataDir, getPlaces, type Places } from './places.ts';
import { findPostmaster, launchPostmaster, stopPostmaster, type Postmaster } from './postmaster.ts';
import { identifySelf, isAlive, type ProcessIdentity } from './processes.ts';
import {
  listLivingGuests,
  readPassword,
  readRecord,
  removeRecord,
  writeRecord,
  type Holder,
  type ServerRecord,
} from './record.ts';

export interface EmbeddedServer {
  /** For `pg`; the server listens on loopback only. */
  readonly url: string;
  /** False if a server already running on this data folder was joined or taken over from a dead process. */
  readonly startedHere: boolean;
  /** Stops the server and waits if this process owns it; else only releases it. May be called repeatedly. */
  stop(): Promise<void>;
}

export interface EmbeddedServerOptions {
  /** Contains the server data in `postgres`, with password, log and record beside it. */
  readonly dataDir: string;
  /** `own` for the service, which must be the only one; `join-or-start` for tools that run beside it or without it. */
  readonly mode: 'own' | 'join-or-start';
  /** PostgreSQL settings that override the defaults. They do not affect a server that is already running. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onLog?: (line: string) => void;
  /** Called when the process of the server has been started, before it is ready. */
  readonly onLaunched?: () => void;
  /** If given, a server owned by this process is restarted when it ends unexpectedly. */
  readonly onTrouble?: (event: ServerTrouble) => void;
}

/**
 * Starts the server on `<dataDir>/postgres` or joins the one already running. A server whose parent was killed keeps
 * running and is taken over by the next start. A tool that started the server passes it to a service that starts
 * meanwhile, or at its end to another tool that still uses it.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const places = getPlaces(options.dataDir);
  await makeDataDir(places);
  const self: Holder = {
    ...(await identifySelf()),
    id: randomUUID(),
    role: options.mode === 'own' ? 'service' : 'tool',
  };
  const logPosition = await getLogSize(places);
  const { postmaster, startedHere } = await runWhileLocked(places, () => joinOrStart(places, self, options));
  const endLog = options.onLog === undefined ? undefined : followLog(places, logPosition, options.onLog);
  const watch =
    options.onTrouble && self.role === 'service'
      ? watchServer(postmaster.identity, {
          restart: () => runWhileLocked(places, () => restartServer(places, self, postmaster.port, options)),
          onTrouble: options.onTrouble,
        })
      : null;
  const stop = async (): Promise<void> => {
    await watch?.stop();
    try {
      await runWhileLocked(places, () => releaseServer(places, self));
    } finally {
      await endLog?.();
    }
  };
  let stopped: Promise<void> | undefined;
  return {
    url: buildUrl(postmaster.port, await readPassword(places)),
    startedHere,
    stop: () => (stopped ??= stop()),
  };
}

/** Stops any server on the data folder and deletes the folder. For data that is no longer needed. */
export async function destroyEmbeddedServer(dataDir: string): Promise<void> {
  const places = getPlaces(dataDir);
  const postmaster = await findPostmaster(places).catch(() => null);
  if (postmaster !== null) await stopPostmaster(postmaster, places);
  await rm(places.dataDir, { recursive: true, force: true });
}

/** The process that last owned the server on this data folder without stopping it; null if there is none. */
export async function findServerOwner(dataDir: string): Promise<{ pid: number; alive: boolean } | null> {
  const record = await readRecord(getPlaces(dataDir));
  return record === null ? null : { pid: record.owner.pid, alive: await isAlive(record.owner) };
}

async function joinOrStart(
  places: Places,
  self: Holder,
  options: EmbeddedServerOptions,
): Promise<{ postmaster: Postmaster; startedHere: boolean }> {
  const record = await readRecord(places);
  const owner = record !== null && (await isAlive(record.owner)) ? record.owner : null;
  if (owner?.role === 'service' && self.role === 'service') {
    throw new Error(`Another Grandlivre service (pid ${owner.pid}) is already running on ${places.dataDir}.`);
  }
  const running = await findPostmaster(places);
  const postmaster = running ?? (await startCluster(places, options.settings ?? {}, options.onLaunched));
  await writeRecord(places, withHolder(postmaster, self, running === null ? null : record, owner));
  try {
    await ensureDatabase(postmaster.port, await readPassword(places));
  } catch (error) {
    await releaseServer(places, self);
    throw error;
  }
  return { postmaster, startedHere: running === null };
}

/** Restarts on the same port, because all users of the server know it by that. */
async function restartServer(
  places: Places,
  self: Holder,
  port: number,
  options: EmbeddedServerOptions,
): Promise<ProcessIdentity> {
  const record = await readRecord(places);
  const postmaster =
    (await findPostmaster(places)) ?? (await startCluster(places, { ...options.settings, port: String(port) }));
  if (postmaster.port !== port) throw new Error(`PostgreSQL is running on port ${postmaster.port} instead of ${port}.`);
  const guests = record === null ? [] : await listLivingGuests(record);
  await writeRecord(places, { postmaster: postmaster.identity, port, owner: self, guests });
  return postmaster.identity;
}

/** Adds this process to the record: a live service keeps the server, a service takes it over from a tool. */
function withHolder(
  { identity, port }: Postmaster,
  self: Holder,
  record: ServerRecord | null,
  owner: Holder | null,
): ServerRecord {
  const guests = record?.guests ?? [];
  if (record === null || owner === null) return { postmaster: identity, port, owner: self, guests };
  return self.role === 'service'
    ? { postmaster: identity, port, owner: self, guests: [...guests, owner] }
    : { postmaster: identity, port, owner, guests: [...guests, self] };
}

async function startCluster(
  places: Places,
  settings: Readonly<Record<string, string>>,
  onLaunched?: () => void,
): Promise<Postmaster> {
  const account = await findServerAccount(await findClusterOwner(places), (await stat(places.dataDir)).uid);
  const binaries = await findBinaries(account, places.dataDir);
  await ensureCluster(places, binaries, account, settings.fsync !== 'off');
  return launchPostmaster({ places, binaries, account, settings, ...(onLaunched && { onLaunched }) });
}

async function releaseServer(places: Places, self: Holder): Promise<void> {
  const record = await readRecord(places);
  if (record === null) return;
  const others = (await listLivingGuests(record)).filter((guest) => guest.id !== self.id);
  if (record.owner.id !== self.id) return writeRecord(places, { ...record, guests: others });
  const [heir, ...guests] = others;
  if (self.role === 'tool' && heir !== undefined) return writeRecord(places, { ...record, owner: heir, guests });
  await stopPostmaster({ identity: record.postmaster, port: record.port }, places);
  await removeRecord(places);
}
