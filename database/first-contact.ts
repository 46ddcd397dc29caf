import pg from 'pg';
import { buildConnectionOptions } from './pool.ts';
import { readSchemaState, type SchemaState } from './schema-migrations/index.ts';
import { canUseSchema } from './service-role.ts';
import { endWithTimeout } from './unresponsive-server.ts';

/** Connects and runs one query. @throws the driver error if the server cannot be used */
export async function checkConnection(url: string): Promise<void> {
  await withClient(url, (client) => client.query('SELECT 1'));
}

/** Compares the schemas of a database with this version. @throws the driver error if they cannot be read */
export const readSchemaAt = (url: string): Promise<SchemaState & { readonly isUsable: boolean }> =>
  withClient(url, async (client) => {
    const state = await readSchemaState(client);
    return { ...state, isUsable: state.pending.length === 0 && (await canUseSchema(client)) };
  });

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(buildConnectionOptions(url));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await endWithTimeout(client);
  }
}
