/** Where tests keep a log in EventStoreDB: in a server of their own, or in the one that `EVENTSTORE_TEST_URL` names. */
import { randomUUID } from 'node:crypto';
import { FORWARDS, START } from '@eventstore/db-client';
import { shareClient } from '../../eventlog/eventstoredb/client.ts';
import { DEFAULT_PREFIX } from '../../eventlog/eventstoredb/stream-names.ts';
import { startEventStoreDbServer } from './eventstoredb-server/server.ts';

export interface TestEventStore {
  readonly url: string;
  /** Nobody else on the server writes under it. */
  readonly prefix: string;
  /** Ends the server, or removes what was written to one that goes on. */
  stop(): Promise<void>;
}

const ANSWER_MS = 10_000;

export async function openTestEventStore(): Promise<TestEventStore> {
  const { EVENTSTORE_TEST_URL: url = '' } = process.env;
  if (url === '') {
    const server = await startEventStoreDbServer();
    return { url: server.url, prefix: DEFAULT_PREFIX, stop: () => server.stop() };
  }
  const prefix = `test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  return { url, prefix, stop: () => removeStreams(url, prefix) };
}

/** Streams that this user may not remove stay. Their prefix is used only once. */
async function removeStreams(url: string, prefix: string): Promise<void> {
  const connection = shareClient(url);
  try {
    const { client } = await connection.getConnection(ANSWER_MS);
    const own = new Set<string>();
    for await (const { event } of client.readAll({ direction: FORWARDS, fromPosition: START }))
      if (event?.streamId.startsWith(`${prefix}_`)) own.add(event.streamId);
    for (const stream of own) await client.deleteStream(stream);
  } catch {
    // As said above.
  } finally {
    await connection.release();
  }
}
