import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { passwordIdAfter } from '../../domain/identity/password-id.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { passwordsInLog } from '../../projections/identity/queries.ts';
import { hashPassword } from './password-hashing.ts';

/**
 * Where hashes of passwords are: beside the log, which is kept for ever and shown to auditors. A password is put here first,
 * under an id of its own; it counts once an event has named the id.
 */

/** Hashes the password and keeps it. Gives the id for the event that makes it count. */
export async function storePassword(pool: pg.Pool, userId: number, password: string): Promise<string> {
  const id = randomUUID();
  await keep(pool, userId, id, await hashPassword(password));
  return id;
}

async function keep(pool: pg.Pool, userId: number, id: string, hash: string): Promise<void> {
  await pool.query({
    name: 'store-password',
    text: 'INSERT INTO ops.passwords (user_id, id, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    values: [userId, id, hash],
  });
}

/** Copies hashes that an older version has written into the log, as far as they still count. Gives how many. */
export async function copyPasswordsFromLog(pool: pg.Pool, log: EventLog): Promise<number> {
  let count = 0;
  let after = 0;
  for (;;) {
    const accounts = await passwordsInLog(pool, after);
    if (accounts.length === 0) return count;
    for (const { id: userId, password_id } of accounts) {
      const hash = await hashInLog(log, userId, password_id);
      if (hash !== undefined) await keep(pool, userId, password_id, hash);
      count += 1;
      after = userId;
    }
  }
}

async function hashInLog(log: EventLog, userId: number, passwordId: string): Promise<string | undefined> {
  let id: string | null = null;
  for await (const { type, data } of log.readStream(`user-${userId}`)) {
    if (type !== 'UserRegistered' && type !== 'PasswordChanged') continue;
    const { password_id, password_hash } = data as { password_id?: string; password_hash?: string };
    id = passwordIdAfter(id, password_id);
    if (id === passwordId) return password_hash;
  }
  return undefined;
}
