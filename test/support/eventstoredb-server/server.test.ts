import { expect } from 'chai';
import {
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { startEventStoreDbServer } from './server.ts';
import type { EventStoreDbServer } from './server.ts';

/** The engine sends one call for each append; other users of the client get its batch call, so that has to work too. */
describe('EventStoreDB server for tests: batch appends of an unchanged client', () => {
  let server: EventStoreDbServer;
  let client: EventStoreDBClient;
  before(async () => {
    server = await startEventStoreDbServer();
    client = EventStoreDBClient.connectionString(server.url);
  });
  after(async () => {
    await client.dispose();
    await server.stop();
  });

  const newEvent = (text = ''): ReturnType<typeof jsonEvent> => jsonEvent({ type: 'Noted', data: { text } });

  it('stores, recognises a repetition, and tells the position of the last event', async () => {
    const events = [newEvent(), newEvent()];
    const first = await client.appendToStream('notes-1', events, { expectedRevision: 'no_stream' });
    expect(first.nextExpectedRevision).to.equal(1n);
    const again = await client.appendToStream('notes-1', events, { expectedRevision: 'no_stream' });
    expect(again).to.deep.equal(first);
    expect(server.eventCount('notes-1')).to.equal(2);
    expect(server.batchCallCount).to.equal(1);
    const positions: (bigint | undefined)[] = [];
    for await (const { event } of client.readStream('notes-1')) positions.push(event?.position?.commit);
    expect(positions[1]).to.equal(first.position?.commit);
  });

  it('refuses a wrong revision and tells the right one', async () => {
    await client.appendToStream('notes-2', newEvent(), { expectedRevision: 'no_stream' });
    for (const [stream, expectedRevision, actualVersion] of [
      ['notes-2', 'no_stream', 0n],
      ['notes-2', 4n, 0n],
      ['notes-3', 4n, 'no_stream'],
    ] as const) {
      const error = await client
        .appendToStream(stream, newEvent(), { expectedRevision })
        .catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(WrongExpectedVersionError);
      expect(error).to.include({ actualVersion });
    }
  });

  it('refuses more than a mebibyte', async () => {
    const error = await client
      .appendToStream('notes-4', newEvent('x'.repeat(1024 * 1024)))
      .catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(MaxAppendSizeExceededError);
    expect(server.eventCount('notes-4')).to.equal(0);
  });
});
