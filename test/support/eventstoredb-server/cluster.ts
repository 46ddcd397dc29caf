/** Three servers with the same records, of which one leads, each behind a wire that can be made to swallow everything. */
import { startProxy, type Proxy } from '../proxy.ts';
import { startEventStoreDbServer, type ClusterView, type EventStoreDbServer } from './server.ts';
import { createStore } from './store.ts';

export interface EventStoreDbCluster {
  /** Names every member. */
  readonly url: string;
  /** Stored events, without those of the system; of one stream when it is named. */
  eventCount(stream?: string): number;
  /** The leader takes connections and bytes, and answers none: stopped, or behind a path that is lost. */
  freezeLeader(): void;
  /** The others notice that it is gone and agree on another leader. */
  elect(): void;
  /** The next answer of the leader is never sent, although its append is stored. */
  loseNextAppendAnswer(): void;
  stop(): Promise<void>;
}

interface Member {
  readonly server: EventStoreDbServer;
  readonly proxy: Proxy;
}

const SIZE = 3;

export async function startEventStoreDbCluster(): Promise<EventStoreDbCluster> {
  const store = createStore();
  const members: Member[] = [];
  let leader = 0;
  const gone = new Set<number>();
  const buildView = (index: number): ClusterView => ({
    isLeading: index === leader,
    members: members.map(({ proxy }, member) => ({
      port: proxy.port,
      isAlive: !gone.has(member),
      isLeader: member === leader,
    })),
  });
  for (let index = 0; index < SIZE; index += 1) {
    const server = await startEventStoreDbServer({ cluster: { store, view: () => buildView(index) } });
    members.push({ server, proxy: await startProxy({ host: '127.0.0.1', port: server.port }) });
  }
  return {
    url: `esdb://${members.map(({ proxy }) => `127.0.0.1:${proxy.port}`).join(',')}?tls=false`,
    eventCount: (stream) => members[0]!.server.eventCount(stream),
    freezeLeader: () => members[leader]!.proxy.setSilent(true),
    elect() {
      gone.add(leader);
      leader = (leader + 1) % SIZE;
    },
    loseNextAppendAnswer: () => members[leader]!.server.loseNextAppendAnswer(),
    async stop() {
      for (const { proxy, server } of members) {
        await proxy.close();
        await server.stop();
      }
    },
  };
}
