import type pg from 'pg';
import { createPool } from '../database/pool.ts';
import { migrate } from '../database/schema-migrations/index.ts';
import {
  deriveServicePassword,
  extractRole,
  grantToService,
  SERVICE_ROLE,
  withRole,
} from '../database/service-role.ts';
import { toDatabaseProblem, toSchemaProblem } from './startup/start-problem.ts';

/** Applies the schema migrations with the role that may. Each function returns the names of the applied ones. */

/** One role owns the schemas and serves requests. */
export const migrateAsService = (pool: pg.Pool, databaseUrl: string): Promise<readonly string[]> =>
  migrate(pool).catch((error: unknown) => {
    throw toDatabaseProblem(error, databaseUrl);
  });

/** The owner grants the role of the service what it needs. */
export const migrateAsOwner = (ownerUrl: string, databaseUrl: string): Promise<readonly string[]> =>
  migrateAndGrant(ownerUrl, extractRole(databaseUrl), null).catch((error: unknown) => {
    throw toDatabaseProblem(error, ownerUrl, 'DATABASE_OWNER_URL');
  });

/** The role of the service is created in the embedded server. */
export async function migrateEmbedded(
  ownerUrl: string,
): Promise<{ readonly serviceUrl: string; readonly applied: readonly string[] }> {
  const password = deriveServicePassword(new URL(ownerUrl).password);
  const applied = await migrateAndGrant(ownerUrl, SERVICE_ROLE, password).catch((error: unknown) => {
    throw toSchemaProblem(error);
  });
  return { serviceUrl: withRole(ownerUrl, SERVICE_ROLE, password), applied };
}

async function migrateAndGrant(ownerUrl: string, role: string, password: string | null): Promise<readonly string[]> {
  const owner = createPool(ownerUrl, { applicationName: 'grandlivre-owner', max: 1 });
  try {
    const applied = await migrate(owner);
    await grantToService(owner, role, password);
    return applied;
  } finally {
    await owner.end();
  }
}
