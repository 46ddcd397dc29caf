import pg from 'pg';
import { databaseUser } from './cluster.ts';

export const databaseName = 'grandlivre';

const connectWithinMs = 30_000;
const noSuchDatabase = '3D000';
const alreadyPresent = '42P04';

export function urlOf(port: number, password: string, database = databaseName): string {
  return `postgres://${databaseUser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** Proves that the server takes connections, and makes the database when the first start did not come that far. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  try {
    await runOn(urlOf(port, password), 'SELECT 1');
  } catch (error) {
    if (codeOf(error) !== noSuchDatabase) throw error;
    await runOn(
      urlOf(port, password, 'postgres'),
      `CREATE DATABASE ${databaseName} TEMPLATE template0 ENCODING 'UTF8'`,
    ).catch((refused: unknown) => {
      if (codeOf(refused) !== alreadyPresent) throw refused;
    });
  }
}

async function runOn(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectWithinMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
