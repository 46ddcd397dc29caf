import { randomBytes, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { SECRET_BYTES, formatSecret } from '../../outside/webhooks/signature.ts';
import type { SecretBox } from '../identity/secret-box.ts';

/**
 * Webhook secrets are stored outside the log, which is permanent and shown to auditors, and are sealed with the service
 * key. A secret is stored first, under a new id, and takes effect once an event refers to the id.
 */
export interface WebhookSecrets {
  /** Returns the id for the event that puts the secret into effect. */
  store(webhookId: number, secret: string): Promise<string>;
  /** Returns secrets by id, without those that are missing or sealed with another key. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Deletes the secrets of a removed endpoint. */
  removeSecrets(webhookId: number): Promise<void>;
}

/** Needed for every call, so secrets in use are cached unsealed in memory. */
const MAX_OPEN = 2_000;

export function openWebhookSecrets(pool: pg.Pool, box: SecretBox): WebhookSecrets {
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
    async removeSecrets(webhookId) {
      await pool.query('DELETE FROM ops.webhook_secrets WHERE webhook_id = $1', [webhookId]);
    },
  };
}

export const createWebhookSecret = (): string => formatSecret(randomBytes(SECRET_BYTES));

/** Derives the secret from a key of the caller, so that the caller can derive it again. The key is never stored. */
export const deriveWebhookSecret = (key: Uint8Array): string => formatSecret(key.subarray(0, SECRET_BYTES));
