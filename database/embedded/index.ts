import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { accountForServer } from './account.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, ownerOfCluster } from './cluster.ts';
import { ensureDatabase, urlOf } from './database.ts';
import { whileLocked } from './lock.ts';
import { followLog, logSize } from './log-file.ts';
import { watchServer, type ServerTrouble } from './watch.ts';
import { makeDataDir, placesUnder, type Places } from './places.ts';
import { findPostmaster, launchPostmaster, stopPostmaster, type Postmaster } from './postmaster.ts';
import { identifySelf, isAlive, type ProcessIdentity } from './processes.ts';
import {
  livingGuests,
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
  /** False when a server that already ran on this data folder was joined, or taken over from a process that died. */
  readonly startedHere: boolean;
  /** Ends the server and waits, if it belongs to this process; else only lets go of it. May be called again. */
  stop(): Promise<void>;
}

export interface EmbeddedServerOptions {
  /** The server's data lies in `postgres` below it; its password, log and record beside that. */
  readonly dataDir: string;
  /** `own` for the service, which must be the only one; `join-or-start` for tools that run beside it or without it. */
  readonly mode: 'own' | 'join-or-start';
  /** Settings of PostgreSQL that replace the defaults. They have no effect on a server that already runs. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onLog?: (line: string) => void;
  /** With it a server that ends by itself is started again, as long as this process owns it. */
  readonly onTrouble?: (event: ServerTrouble) => void;
}

/**
 * Starts the server on `<dataDir>/postgres`, or joins the one that already runs there. A server whose process was killed
 * goes on running: the next start takes it over. A tool that started the server hands it to a service that
 * starts meanwhile, or at its end to a tool that still uses it.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const places = placesUnder(options.dataDir);
  await makeDataDir(places);
  const self: Holder = {
    ...(await identifySelf()),
    id: randomUUID(),
    role: options.mode === 'own' ? 'service' : 'tool',
  };
  const logPosition = await logSize(places);
  const { postmaster, startedHere } = await whileLocked(places, () => enter(places, self, options));
  const endLog = options.onLog === undefined ? undefined : followLog(places, logPosition, options.onLog);
  const watch =
    options.onTrouble && self.role === 'service'
      ? watchServer(postmaster.identity, {
          startAgain: () => whileLocked(places, () => startAgain(places, self, postmaster.port, options)),
          onTrouble: options.onTrouble,
        })
      : null;
  const stop = async (): Promise<void> => {
    await watch?.stop();
    try {
      await whileLocked(places, () => leave(places, self));
    } finally {
      await endLog?.();
    }
  };
  let stopped: Promise<void> | undefined;
  return {
    url: urlOf(postmaster.port, await readPassword(places)),
    startedHere,
    stop: () => (stopped ??= stop()),
  };
}

/** Ends whatever server still runs on the data folder, and removes the folder. For data that nobody needs any more. */
export async function destroyEmbeddedServer(dataDir: string): Promise<void> {
  const places = placesUnder(dataDir);
  const postmaster = await findPostmaster(places).catch(() => null);
  if (postmaster !== null) await stopPostmaster(postmaster, places);
  await rm(places.dataDir, { recursive: true, force: true });
}

/** The process that last owned the server on this data folder and did not stop it; null when there is none. */
export async function ownerOfEmbeddedServer(dataDir: string): Promise<{ pid: number; alive: boolean } | null> {
  const record = await readRecord(placesUnder(dataDir));
  return record === null ? null : { pid: record.owner.pid, alive: await isAlive(record.owner) };
}

async function enter(
  places: Places,
  self: Holder,
  options: EmbeddedServerOptions,
): Promise<{ postmaster: Postmaster; startedHere: boolean }> {
  const record = await readRecord(places);
  const owner = record !== null && (await isAlive(record.owner)) ? record.owner : null;
  if (owner?.role === 'service' && self.role === 'service') {
    throw new Error(`Another Grandlivre service (pid ${owner.pid}) is running on ${places.dataDir}.`);
  }
  const running = await findPostmaster(places);
  const postmaster = running ?? (await start(places, options.settings ?? {}));
  await writeRecord(places, withHolder(postmaster, self, running === null ? null : record, owner));
  try {
    await ensureDatabase(postmaster.port, await readPassword(places));
  } catch (error) {
    await leave(places, self);
    throw error;
  }
  return { postmaster, startedHere: running === null };
}

/** At the same port, because everybody who uses the server knows it by that. */
async function startAgain(
  places: Places,
  self: Holder,
  port: number,
  options: EmbeddedServerOptions,
): Promise<ProcessIdentity> {
  const record = await readRecord(places);
  const postmaster =
    (await findPostmaster(places)) ?? (await start(places, { ...options.settings, port: String(port) }));
  if (postmaster.port !== port) throw new Error(`PostgreSQL runs at port ${postmaster.port}, not at ${port}.`);
  const guests = record === null ? [] : await livingGuests(record);
  await writeRecord(places, { postmaster: postmaster.identity, port, owner: self, guests });
  return postmaster.identity;
}

/** Who holds the server once this process has come: a living service keeps it, a service takes it from a tool. */
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

async function start(places: Places, settings: Readonly<Record<string, string>>): Promise<Postmaster> {
  const account = await accountForServer(await ownerOfCluster(places), (await stat(places.dataDir)).uid);
  const binaries = await findBinaries(account, places.dataDir);
  await ensureCluster(places, binaries, account, settings.fsync !== 'off');
  return launchPostmaster(places, binaries, account, settings);
}

async function leave(places: Places, self: Holder): Promise<void> {
  const record = await readRecord(places);
  if (record === null) return;
  const others = (await livingGuests(record)).filter((guest) => guest.id !== self.id);
  if (record.owner.id !== self.id) return writeRecord(places, { ...record, guests: others });
  const [heir, ...guests] = others;
  if (self.role === 'tool' && heir !== undefined) return writeRecord(places, { ...record, owner: heir, guests });
  await stopPostmaster({ identity: record.postmaster, port: record.port }, places);
  await removeRecord(places);
}
