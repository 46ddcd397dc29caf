import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

/** Writes events of another application. */
export async function appendAsStranger(url: string, stream: string, count: number): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  const credentials = { username: 'stranger', password: 'stranger' };
  const events = Array.from({ length: count }, () => jsonEvent({ type: 'OrderPlaced', data: { total: 1 } }));
  await client.appendToStream(stream, events, { credentials });
  await client.dispose();
}
