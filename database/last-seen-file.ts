import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a data folder last saw of a database, so that an older state of it is recognised. */
export interface Seen {
  readonly lineage: number;
  readonly beat: number;
  /** Where the log ended, and the event there. */
  readonly position: number;
  readonly eventId: string | null;
}

const NAME = 'standing.json';

/** Null when the folder knows nothing of this database. */
export async function readSeen(dataDir: string, databaseId: string): Promise<Seen | null> {
  return (await readAll(dataDir))[databaseId] ?? null;
}

/** In one step: a reader sees the old text or the new one. */
export async function writeSeen(dataDir: string, databaseId: string, seen: Seen): Promise<void> {
  const all = { ...(await readAll(dataDir)), [databaseId]: seen };
  const draft = join(dataDir, `${NAME}.${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(draft, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, join(dataDir, NAME));
  } finally {
    await rm(draft, { force: true });
  }
}

async function readAll(dataDir: string): Promise<Readonly<Record<string, Seen>>> {
  try {
    const value: unknown = JSON.parse(await readFile(join(dataDir, NAME), 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, Seen>) : {};
  } catch {
    // Not there, or not to be understood: nothing is known.
    return {};
  }
}
