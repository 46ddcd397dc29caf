import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { derivePasswordId } from '../../domain/identity/password-id.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { findMissingTables } from '../../projections/engine/live-tables.ts';
import { listPasswordsInLog } from '../../projections/identity/queries.ts';
import { users } from '../../projections/identity/tables.ts';
import { readLastId } from '../support/ids.ts';
import { hashPassword } from './password-hashing.ts';

/**
 * Password hashes are stored outside the log, which is permanent and shown to auditors. A password is stored first, under
 * a new id, and takes effect once an event refers to the id.
 */

/** Hashes and stores the password. Returns the id for the event that puts it into effect. */
export async function storePassword(pool: pg.Pool, userId: number, password: string): Promise<string> {
  const id = randomUUID();
  await saveHash(pool, userId, id, await hashPassword(password));
  return id;
}

async function saveHash(pool: pg.Pool, userId: number, id: string, hash: string): Promise<void> {
  await pool.query({
    name: 'store-password',
    text: 'INSERT INTO ops.passwords (user_id, id, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    values: [userId, id, hash],
  });
}

/**
 * Copies hashes that an older version wrote into the log, if they are still in effect. Returns their number. After an
 * upgrade the table of users may still be under construction. Users can sign in as soon as it is complete, so their
 * hashes are then copied from their streams beforehand.
 */
export async function copyPasswordsFromLog(pool: pg.Pool, log: EventLog): Promise<number> {
  return (await findMissingTables(pool)).has(users.name) ? copyFromStreams(pool, log) : copyOfKnownUsers(pool, log);
}

async function copyOfKnownUsers(pool: pg.Pool, log: EventLog): Promise<number> {
  let count = 0;
  let after = 0;
  for (;;) {
    const accounts = await listPasswordsInLog(pool, after);
    if (accounts.length === 0) return count;
    for (const { id: userId, password_id } of accounts) {
      const found = await findPasswordInLog(log, userId, password_id);
      if (found !== null) await saveHash(pool, userId, password_id, found.hash);
      count += 1;
      after = userId;
    }
  }
}

async function copyFromStreams(pool: pg.Pool, log: EventLog): Promise<number> {
  let count = 0;
  const lastId = await readLastId(pool, 'users');
  for (let userId = 1; userId <= lastId; userId += 1) {
    const found = await findPasswordInLog(log, userId);
    if (found === null) continue;
    await saveHash(pool, userId, found.id, found.hash);
    count += 1;
  }
  return count;
}

interface PasswordInLog {
  readonly id: string;
  readonly hash: string;
}

/** The password with this id, or the one in effect; null if its hash is not in the log. */
async function findPasswordInLog(log: EventLog, userId: number, wanted?: string): Promise<PasswordInLog | null> {
  let id: string | null = null;
  let found: PasswordInLog | null = null;
  for await (const { type, data } of log.readStream(`user-${userId}`)) {
    if (type !== 'UserRegistered' && type !== 'PasswordChanged') continue;
    const { password_id, password_hash } = data as { password_id?: string; password_hash?: string };
    id = derivePasswordId(id, password_id);
    found = password_hash === undefined ? null : { id, hash: password_hash };
    if (id === wanted) return found;
  }
  return wanted === undefined ? found : null;
}
