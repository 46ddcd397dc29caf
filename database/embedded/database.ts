import pg from 'pg';
import { databaseUser } from './cluster.ts';

export const databaseName = 'grandlivre';

const connectWithinMs = 30_000;
const noSuchDatabase = '3D000';
const alreadyPresent = '42P04';

export function buildUrl(port: number, password: string, database = databaseName): string {
  return `postgres://${databaseUser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** Checks that the server accepts connections, and creates the database if the first start was interrupted before. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  try {
    await runStatement(buildUrl(port, password), 'SELECT 1');
  } catch (error) {
    if (getErrorCode(error) !== noSuchDatabase) throw error;
    await runStatement(
      buildUrl(port, password, 'postgres'),
      `CREATE DATABASE ${databaseName} TEMPLATE template0 ENCODING 'UTF8'`,
    ).catch((refused: unknown) => {
      if (getErrorCode(refused) !== alreadyPresent) throw refused;
    });
  }
}

async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectWithinMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
