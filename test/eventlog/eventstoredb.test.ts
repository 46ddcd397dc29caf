import { openEventStoreDbLog } from '../../eventlog/eventstoredb/log.ts';
import { openTestEventStore, type TestEventStore } from '../support/event-store.ts';
import { startEventStoreDbServer, type EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { describeEventLog } from './contract.ts';
import type { OpenLog } from './contract/support.ts';

const { EVENTSTORE_TEST_URL: chosen = '' } = process.env;

describe('EventStoreDB engine on the wire protocol', () => {
  let server: EventStoreDbServer;
  before(async () => {
    server = await startEventStoreDbServer();
  });
  after(() => server.stop());
  describeEventLog(
    'EventStoreDB',
    openOn(() => ({ url: server.url })),
  );
});

if (chosen !== '') {
  describe('EventStoreDB engine on the server of EVENTSTORE_TEST_URL', function () {
    this.timeout(120_000);
    let store: TestEventStore;
    before(async () => {
      store = await openTestEventStore();
    });
    after(() => store.stop());
    describeEventLog(
      'EventStoreDB',
      openOn(() => store),
    );
  });
}

/** The contract is not about time, and a busy machine is slow. */
const TIMEOUT_MS = 15_000;

function openOn(where: () => Pick<TestEventStore, 'url'> & Partial<TestEventStore>): OpenLog {
  return () => {
    const { url, prefix } = where();
    const log = openEventStoreDbLog({ url, timeoutMs: TIMEOUT_MS, ...(prefix !== undefined && { prefix }) });
    return Promise.resolve({ log, close: () => log.close() });
  };
}
