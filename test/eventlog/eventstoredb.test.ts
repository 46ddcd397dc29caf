import { openEventStoreDbLog } from '../../eventlog/eventstoredb/log.ts';
import { startEventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import type { EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { describeEventLog } from './contract.ts';
import type { OpenLog } from './contract/support.ts';

const { EVENTSTORE_TEST_URL: realServerUrl } = process.env;

describe('EventStoreDB engine on the wire protocol', () => {
  let server: EventStoreDbServer;
  before(async () => {
    server = await startEventStoreDbServer();
  });
  after(() => server.stop());
  describeEventLog(
    'EventStoreDB',
    openOn(() => server.url),
  );
});

if (realServerUrl !== undefined && realServerUrl !== '') {
  describeEventLog(
    'the EventStoreDB server of EVENTSTORE_TEST_URL',
    openOn(() => realServerUrl),
  );
}

function openOn(url: () => string): OpenLog {
  return () => {
    const log = openEventStoreDbLog({ url: url() });
    return Promise.resolve({ log, close: () => log.close() });
  };
}
