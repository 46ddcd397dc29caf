import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { isAlive, type ProcessIdentity } from './processes.ts';
import { readIfPresent, writePrivately, type Places } from './places.ts';

/** A process that uses the server. The service owns it; a tool borrows it, or owns it while no service is running. */
export interface Holder extends ProcessIdentity {
  /** One process can hold the server more than once. */
  readonly id: string;
  readonly role: 'service' | 'tool';
}

export interface ServerRecord {
  readonly postmaster: ProcessIdentity;
  readonly port: number;
  /** Stops the server when it ends. */
  readonly owner: Holder;
  /** Tools that joined; the first inherits the server from a tool that ends. */
  readonly guests: readonly Holder[];
}

/** Null if missing or unreadable; the server's own files then show what is running. */
export async function readRecord(places: Places): Promise<ServerRecord | null> {
  const text = await readIfPresent(readFile(places.record, 'utf8'));
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

export async function writeRecord(places: Places, record: ServerRecord): Promise<void> {
  await writePrivately(places, places.record, `${JSON.stringify(record, null, 2)}\n`);
}

export async function removeRecord(places: Places): Promise<void> {
  await rm(places.record, { force: true });
}

export async function listLivingGuests(record: ServerRecord): Promise<Holder[]> {
  const alive = await Promise.all(record.guests.map(isAlive));
  return record.guests.filter((_, index) => alive[index]);
}

export async function readPassword(places: Places): Promise<string> {
  const password = await findPassword(places);
  if (password !== null) return password;
  throw new Error(`${places.cluster} contains data, but its password is missing: restore ${places.password}.`);
}

/** The password is created once, before the cluster. */
export async function readOrMakePassword(places: Places): Promise<string> {
  const present = await findPassword(places);
  if (present !== null) return present;
  const password = randomBytes(24).toString('base64url');
  await writePrivately(places, places.password, `${password}\n`);
  return password;
}

async function findPassword(places: Places): Promise<string | null> {
  return (await readIfPresent(readFile(places.password, 'utf8')))?.trim() || null;
}

function isRecord(value: unknown): value is ServerRecord {
  const record = value as Partial<ServerRecord> | null;
  return (
    isIdentity(record?.postmaster) &&
    typeof record?.port === 'number' &&
    isHolder(record.owner) &&
    Array.isArray(record.guests) &&
    record.guests.every(isHolder)
  );
}

function isHolder(value: unknown): value is Holder {
  const holder = value as Partial<Holder> | null;
  return isIdentity(value) && typeof holder?.id === 'string' && (holder.role === 'service' || holder.role === 'tool');
}

function isIdentity(value: unknown): value is ProcessIdentity {
  const identity = value as Partial<ProcessIdentity> | null | undefined;
  return Number.isInteger(identity?.pid) && typeof identity?.startedAt === 'string';
}
