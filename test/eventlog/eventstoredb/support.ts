/** A server and a log on it for each test, both gone after it. */
import { setTimeout as pause } from 'node:timers/promises';
import { openEventStoreDbLog } from '../../../eventlog/eventstoredb/log.ts';
import type { EventStoreDbLogOptions } from '../../../eventlog/eventstoredb/log.ts';
import type { EventLog } from '../../../eventlog/port.ts';
import { openTestEventStore, type TestEventStore } from '../../support/event-store.ts';
import { startEventStoreDbServer } from '../../support/eventstoredb-server/server.ts';
import type { EventStoreDbServer, EventStoreDbServerOptions } from '../../support/eventstoredb-server/server.ts';

/** Short, so that a test which waits for it stays short too. */
export const TIMEOUT_MS = 1_500;
/** A client without a timeout waits for ever; a busy machine is late. */
export const WITHIN_TIMEOUT_MS = TIMEOUT_MS + 4_000;

export interface Fixture {
  start(options?: EventStoreDbServerOptions): Promise<EventStoreDbServer>;
  open(server: Pick<EventStoreDbServer, 'url'>, options?: Partial<EventStoreDbLogOptions>): EventLog;
  /** A store for what needs no fault of the server: the one of `EVENTSTORE_TEST_URL` where that is set. */
  openStore(): Promise<TestEventStore>;
}

export function useServers(): Fixture {
  const servers: EventStoreDbServer[] = [];
  const stores: TestEventStore[] = [];
  const logs: EventLog[] = [];
  afterEach(async () => {
    for (const log of logs.splice(0)) await log.close();
    for (const store of stores.splice(0)) await store.stop();
    for (const server of servers.splice(0)) await server.stop();
  });
  return {
    async start(options) {
      const server = await startEventStoreDbServer(options);
      servers.push(server);
      return server;
    },
    open(server, options) {
      const log = openEventStoreDbLog({ url: server.url, timeoutMs: TIMEOUT_MS, ...options });
      logs.push(log);
      return log;
    },
    async openStore() {
      const store = await openTestEventStore();
      stores.push(store);
      return store;
    },
  };
}

const LONGEST_WAIT_MS = 5_000;

export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await pause(2);
  }
}
