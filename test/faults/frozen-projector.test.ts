import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { applyLoad, openFile, postEntry, waitUntil } from '../support/load.ts';
import { itLong } from '../support/long.ts';
import { query } from '../support/processes.ts';
import { cleanUp, clientOf, invariantsHold, setStage, start, type Stage } from './support.ts';

/** As long as the issue allows, and the time of one request. */
const TAKEOVER_MS = 5_000;
/** Other tests run meanwhile. */
const BUSY_MACHINE_MS = 4_000;

interface Shard {
  readonly owner: string | null;
  readonly fence: number;
  readonly position: number;
}

const readShards = ({ databaseUrl }: Stage): Promise<Shard[]> =>
  query<Shard>(
    databaseUrl,
    'SELECT owner, fence::int, position::int FROM ops.projector_shards WHERE owner IS NOT NULL ORDER BY shard',
  );

const listOwners = (shards: readonly Shard[]): readonly (string | null)[] => [
  ...new Set(shards.map(({ owner }) => owner)),
];

describe('a projector that is frozen under load', function () {
  this.timeout(120_000);
  cleanUp();

  for (const [shards, title, test] of [
    [1, 'the only shard', it],
    [4, 'its share of the shards', itLong],
  ] as const)
    test(`loses ${title} within five seconds; when it goes on its rows are refused, and nothing is noise`, async () => {
      const stage = await setStage();
      const environment = { ROLE: 'projector', LOG_LEVEL: 'info', PROJECTOR_SHARDS: String(shards) };
      const first = await start(stage, environment);
      const second = await start(stage, environment);
      const client = clientOf(stage, await start(stage, { ROLE: 'api' }));
      const files = [stage.file];
      if (shards > 1) for (const code of ['DEUX', 'TROIS', 'QUATRE', 'CINQ']) files.push(await openFile(client, code));
      let [isOver, next] = [false, 0];
      const writing = applyLoad({
        writers: 6,
        milliseconds: 60_000,
        until: () => isOver,
        write: () => postEntry(client, files[(next += 1) % files.length]!),
      });
      await waitUntil('entries before the fault', () => client.writes.length >= 10, 20_000);
      await waitUntil(
        'equal shares',
        async () => {
          const owned = await readShards(stage);
          return owned.length === shards && listOwners(owned).length === Math.min(shards, 2);
        },
        20_000,
      );

      process.kill(first.pid, 'SIGSTOP');
      const frozenAt = performance.now();
      const before = await readShards(stage);
      const stood = Math.max(...before.map(({ position }) => position));
      await waitUntil(
        'one owner of all, and its rows',
        async () => {
          const now = await readShards(stage);
          return listOwners(now).length === 1 && now.every(({ position }) => position > stood + 6);
        },
        20_000,
      );
      const took = performance.now() - frozenAt;
      const after = await readShards(stage);
      expect(after.map(({ owner }) => owner)).to.not.deep.equal(before.map(({ owner }) => owner));
      after.forEach(({ owner, fence }, shard) => {
        if (owner !== before[shard]!.owner) expect(fence).to.be.greaterThan(before[shard]!.fence);
      });
      expect(took).to.be.below(TAKEOVER_MS + BUSY_MACHINE_MS);

      process.kill(first.pid, 'SIGCONT');
      // Its connection may have broken meanwhile: it then says nothing about its replacement, and takes part again.
      await waitUntil(
        'equal shares again',
        async () => listOwners(await readShards(stage)).length === Math.min(shards, 2),
        20_000,
      );
      await pause(1_500);
      isOver = true;
      const { answers, broken } = await writing;
      expect(broken).to.deep.equal([]);
      expect(
        answers.filter(({ status }) => status !== 201).map(({ status, body }) => ({ status, body })),
      ).to.deep.equal([]);
      // Neither noise nor alarm: only facts of level 30 ("info").
      for (const process of [first, second]) expect(process.output()).not.to.match(/"level":50/);
      await invariantsHold(stage, { writes: client.writes });

      // The other takes over at once when this one stops in order.
      await second.terminate();
      for (const file of files) expect((await postEntry(client, file)).status).to.equal(201);
      expect(listOwners(await readShards(stage))).to.have.length(1);
    });
});
