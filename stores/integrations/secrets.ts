import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { SecretBox } from '../identity/secret-box.ts';

/**
 * Where the passwords of sources are: beside the log, which is kept for ever and shown to auditors, and sealed with the key of the
 * service. They are put here first, under an id of their own, and count once an event has named the id.
 */
export interface IntegrationSecrets {
  /** Gives the id for the event that makes them count. */
  store(integrationId: number, secrets: Readonly<Record<string, string>>): Promise<string>;
  /** Null when they are gone or were sealed with another key. */
  read(id: string): Promise<Readonly<Record<string, string>> | null>;
  /** Those of an integration but the ones that count. */
  forget(integrationId: number, except: string | null): Promise<void>;
}

export function integrationSecrets(pool: pg.Pool, box: SecretBox): IntegrationSecrets {
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
    async forget(integrationId, except) {
      await pool.query('DELETE FROM ops.integration_secrets WHERE integration_id = $1 AND id IS DISTINCT FROM $2', [
        integrationId,
        except,
      ]);
    },
  };
}

const SHOWN = 4;
/** Of a shorter secret the end would tell too much. */
const LONG_ENOUGH = 16;

/** What a secret is recognised by, and never found out from. */
export const hintOf = (secret: string): string =>
  secret.length < LONG_ENOUGH ? '…' : `…${secret.trim().slice(-SHOWN)}`;
