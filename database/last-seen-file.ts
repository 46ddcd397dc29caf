import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The last state of a database seen by a data folder, used to detect an older state. */
export interface Seen {
  readonly lineage: number;
  readonly beat: number;
  /** End of the log and the event there. */
  readonly position: number;
  readonly eventId: string | null;
}

const NAME = 'standing.json';

/** Null if the folder has no record of this database. */
export async function readSeen(dataDir: string, databaseId: string): Promise<Seen | null> {
  return (await readAll(dataDir))[databaseId] ?? null;
}

/** Writes atomically: a reader sees the old or the new text. */
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
    // Missing or unreadable: nothing is known.
    return {};
  }
}
