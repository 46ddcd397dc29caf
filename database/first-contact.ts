import pg from 'pg';
import { buildConnectionOptions } from './pool.ts';
import { endWithTimeout } from './unresponsive-server.ts';

/** Connects and runs one query. @throws the driver error if the server cannot be used */
export async function checkConnection(url: string): Promise<void> {
  const client = new pg.Client(buildConnectionOptions(url));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await endWithTimeout(client);
  }
}
