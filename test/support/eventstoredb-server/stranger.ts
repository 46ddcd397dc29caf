import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { parseAddress } from '../../../eventlog/eventstoredb/address.ts';

/** Writes events of another application. */
export async function appendAsStranger(url: string, stream: string, count: number): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  // With credentials of its own an append is a call of its own; a server that checks them is given those of the address.
  const credentials = parseAddress(url).credentials ?? { username: 'stranger', password: 'stranger' };
  const events = Array.from({ length: count }, () => jsonEvent({ type: 'OrderPlaced', data: { total: 1 } }));
  await client.appendToStream(stream, events, { credentials });
  await client.dispose();
}
