import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { derivePasswordId } from '../../domain/identity/password-id.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { listPasswordsInLog } from '../../projections/identity/queries.ts';
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

/** Copies hashes that an older version wrote into the log, if they are still in effect. Returns their number. */
export async function copyPasswordsFromLog(pool: pg.Pool, log: EventLog): Promise<number> {
  let count = 0;
  let after = 0;
  for (;;) {
    const accounts = await listPasswordsInLog(pool, after);
    if (accounts.length === 0) return count;
    for (const { id: userId, password_id } of accounts) {
      const hash = await findHashInLog(log, userId, password_id);
      if (hash !== undefined) await saveHash(pool, userId, password_id, hash);
      count += 1;
      after = userId;
    }
  }
}

async function findHashInLog(log: EventLog, userId: number, passwordId: string): Promise<string | undefined> {
  let id: string | null = null;
  for await (const { type, data } of log.readStream(`user-${userId}`)) {
    if (type !== 'UserRegistered' && type !== 'PasswordChanged') continue;
    const { password_id, password_hash } = data as { password_id?: string; password_hash?: string };
    id = derivePasswordId(id, password_id);
    if (id === passwordId) return password_hash;
  }
  return undefined;
}
