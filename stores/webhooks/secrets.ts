import { randomBytes, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { SECRET_BYTES, secretFrom } from '../../outside/webhooks/signature.ts';
import type { SecretBox } from '../identity/secret-box.ts';

/**
 * Where the secrets of webhooks are: beside the log, which is kept for ever and shown to auditors, and sealed with the key of
 * the service. A secret is put here first, under an id of its own; it counts once an event has named the id.
 */
export interface WebhookSecrets {
  /** Gives the id for the event that makes it count. */
  store(webhookId: number, secret: string): Promise<string>;
  /** By id; without those that are gone or were sealed with another key. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Those of an endpoint that was removed. */
  forget(webhookId: number): Promise<void>;
}

/** Looked up for every call: kept open in memory while they are in use. */
const MAX_OPEN = 2_000;

export function webhookSecrets(pool: pg.Pool, box: SecretBox): WebhookSecrets {
  const open = new LRUCache<string, string>({ max: MAX_OPEN });
  return {
    async store(webhookId, secret) {
      const id = randomUUID();
      await pool.query({
        name: 'webhook-secret-store',
        text: 'INSERT INTO ops.webhook_secrets (id, webhook_id, sealed) VALUES ($1, $2, $3)',
        values: [id, webhookId, box.seal(secret)],
      });
      return id;
    },
    async read(ids) {
      const unknown = ids.filter((id) => !open.has(id));
      if (unknown.length > 0) {
        const { rows } = await pool.query<{ id: string; sealed: string }>({
          name: 'webhook-secrets-read',
          text: 'SELECT id, sealed FROM ops.webhook_secrets WHERE id = ANY($1::text[])',
          values: [unknown],
        });
        for (const { id, sealed } of rows) {
          const secret = box.open(sealed);
          if (secret !== null) open.set(id, secret);
        }
      }
      const found = ids.map((id) => [id, open.get(id)] as const);
      return new Map(found.filter((one): one is readonly [string, string] => one[1] !== undefined));
    },
    async forget(webhookId) {
      await pool.query('DELETE FROM ops.webhook_secrets WHERE webhook_id = $1', [webhookId]);
    },
  };
}

export const newWebhookSecret = (): string => secretFrom(randomBytes(SECRET_BYTES));

/** One that whoever has the key can find again; a key of the caller's, which is kept nowhere. */
export const derivedWebhookSecret = (key: Uint8Array): string => secretFrom(key.subarray(0, SECRET_BYTES));
