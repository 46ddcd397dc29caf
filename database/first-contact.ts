import pg from 'pg';
import { connectionOptions } from './pool.ts';
import { endInTime } from './unresponsive-server.ts';

/** Signs in and asks one question. @throws what the driver says when the server cannot be used */
export async function makeFirstContact(url: string): Promise<void> {
  const client = new pg.Client(connectionOptions(url));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await endInTime(client);
  }
}
