import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { SecretBox } from '../identity/secret-box.ts';

/**
 * Secrets of sources are stored outside the log, which is permanent and shown to auditors, and are sealed with the
 * service key. They are stored first, under a new id, and take effect once an event refers to the id.
 */
export interface IntegrationSecrets {
  /** Returns the id for the event that puts the secrets into effect. */
  store(integrationId: number, secrets: Readonly<Record<string, string>>): Promise<string>;
  /** Null if they are missing or were sealed with another key. */
  read(id: string): Promise<Readonly<Record<string, string>> | null>;
  /** Deletes the secrets of an integration except those in effect. */
  removeExcept(integrationId: number, except: string | null): Promise<void>;
}

export function openIntegrationSecrets(pool: pg.Pool, box: SecretBox): IntegrationSecrets {
  return {
    async store(integrationId, secrets) {
      const id = randomUUID();
      await pool.query({
        name: 'integration-secrets-store',
        text: 'INSERT INTO ops.integration_secrets (id, integration_id, sealed) VALUES ($1, $2, $3)',
        values: [id, integrationId, box.seal(JSON.stringify(secrets))],
      });
      return id;
    },
    async read(id) {
      const { rows } = await pool.query<{ sealed: string }>({
        name: 'integration-secrets-read',
        text: 'SELECT sealed FROM ops.integration_secrets WHERE id = $1',
        values: [id],
      });
      const text = rows[0] ? box.open(rows[0].sealed) : null;
      return text === null ? null : (JSON.parse(text) as Readonly<Record<string, string>>);
    },
    async removeExcept(integrationId, except) {
      await pool.query('DELETE FROM ops.integration_secrets WHERE integration_id = $1 AND id IS DISTINCT FROM $2', [
        integrationId,
        except,
      ]);
    },
  };
}

const SHOWN = 4;
/** The end of a shorter secret would reveal too much. */
const LONG_ENOUGH = 16;

/** A hint by which the user recognises a secret without revealing it. */
export const buildSecretHint = (secret: string): string =>
  secret.length < LONG_ENOUGH ? '…' : `…${secret.trim().slice(-SHOWN)}`;
