import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { openEventStoreDbLog } from '../../eventlog/eventstoredb/log.ts';
import { startEventStoreDbCluster, type EventStoreDbCluster } from '../support/eventstoredb-server/cluster.ts';
import { checkInvariants } from '../support/invariants.ts';
import { openFile, postEntry, waitUntil, type Answer } from '../support/load.ts';
import { itLong } from '../support/long.ts';
import { createFirm, query } from '../support/processes.ts';
import { cleanUp, clientOf, EMAIL, freshDatabase, PASSWORD, signIn, start } from './support.ts';

/** As a cluster of three takes to agree on another leader. */
const ELECTION_MS = 7_500;
const LONGEST_REQUEST_MS = 6_000;
const FIRST_ENTRY_MS = 3_000;
const WRITERS = 6;

interface Timed extends Answer {
  readonly at: number;
}

describe('a leader of EventStoreDB that is frozen under load', function () {
  this.timeout(120_000);
  cleanUp();
  let cluster: EventStoreDbCluster | undefined;
  afterEach(async () => {
    await cluster?.stop();
    cluster = undefined;
  });

  itLong(
    'keeps nobody longer than six seconds, and entries are acknowledged three seconds after the new one',
    async () => {
      const databaseUrl = await freshDatabase();
      const nodes = (cluster = await startEventStoreDbCluster());
      const environment = { EVENTSTORE_URL: nodes.url };
      await createFirm({ DATABASE_URL: databaseUrl, ...environment }, EMAIL, PASSWORD);
      const service = await start({ databaseUrl }, environment);
      const client = clientOf({ token: await signIn(service.url) }, service);
      const files = [await openFile(client, 'UN'), await openFile(client, 'DEUX')];

      const answers: Timed[] = [];
      let isOver = false;
      const writing = Array.from({ length: WRITERS }, async (_, writer) => {
        while (!isOver) {
          const answer = await postEntry(client, files[writer % files.length]!);
          answers.push({ ...answer, at: performance.now() });
          if (answer.status !== 201) await pause(50);
        }
      });
      const acknowledged = (since: number): Timed[] => answers.filter(({ status, at }) => status === 201 && at > since);
      const began = performance.now();
      await waitUntil('entries before the fault', () => acknowledged(began).length >= 10, 20_000);

      nodes.freezeLeader();
      await pause(ELECTION_MS);
      const elected = performance.now();
      nodes.elect();
      await waitUntil('entries after the election', () => acknowledged(elected).length >= 20, 20_000);
      isOver = true;
      await Promise.all(writing);

      const statuses = new Set(answers.map(({ status, body }) => [status, body['code']].join(' ').trim()));
      expect([...statuses].sort()).to.satisfy((all: string[]) =>
        all.every((one) => ['201', '503 event_log_unavailable', '503 projection_delayed'].includes(one)),
      );
      expect(Math.max(...answers.map(({ milliseconds }) => milliseconds))).to.be.below(LONGEST_REQUEST_MS);
      expect(acknowledged(elected)[0]!.at - elected).to.be.below(FIRST_ENTRY_MS);

      // Nothing lost and nothing twice: what was refused may have been written, what was acknowledged is there once.
      const log = openEventStoreDbLog({ url: nodes.url });
      try {
        await checkInvariants({ databaseUrl, log }, { writes: client.writes });
      } finally {
        await log.close();
      }
      const [{ count }] = (await query<{ count: number }>(
        databaseUrl,
        'SELECT count(*)::int AS count FROM read.entries',
      )) as [{ count: number }];
      expect(count).to.be.within(acknowledged(began).length, answers.length);
    },
  );
});
