import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { applyLoad, postEntry, waitUntil } from '../support/load.ts';
import { query } from '../support/processes.ts';
import { cleanUp, clientOf, invariantsHold, setStage, start, type Stage } from './support.ts';

/** As long as the issue allows, and the time of one request. */
const TAKEOVER_MS = 5_000;

interface Shard {
  readonly owner: string | null;
  readonly fence: number;
  readonly position: number;
}

const readShard = async ({ databaseUrl }: Stage): Promise<Shard> =>
  (
    await query<Shard>(databaseUrl, 'SELECT owner, fence::int, position::int FROM ops.projector_shards WHERE shard = 0')
  )[0]!;

describe('a projector that is frozen under load', function () {
  this.timeout(120_000);
  cleanUp();

  it('is replaced within five seconds, and when it goes on its rows are refused and it stands by', async () => {
    const stage = await setStage();
    const first = await start(stage, { ROLE: 'projector', LOG_LEVEL: 'info' });
    const second = await start(stage, { ROLE: 'projector', LOG_LEVEL: 'info' });
    const client = clientOf(stage, await start(stage, { ROLE: 'api' }));
    let isOver = false;
    const writing = applyLoad({
      writers: 6,
      milliseconds: 60_000,
      until: () => isOver,
      write: () => postEntry(client, stage.file),
    });
    await waitUntil('entries before the fault', () => client.writes.length >= 10, 20_000);
    const before = await readShard(stage);

    process.kill(first.pid, 'SIGSTOP');
    const frozenAt = performance.now();
    const { position: stood } = await readShard(stage);
    await waitUntil('another owner', async () => (await readShard(stage)).position > stood + 6, 20_000);
    const took = performance.now() - frozenAt;
    const after = await readShard(stage);
    expect(after.owner).to.be.a('string').and.not.equal(before.owner);
    expect(after.fence).to.be.greaterThan(before.fence);
    expect(took).to.be.below(TAKEOVER_MS + 1_000);

    process.kill(first.pid, 'SIGCONT');
    await waitUntil(
      'the earlier owner to see it',
      () => first.output().includes('has taken over the projection'),
      20_000,
    );
    await pause(1_500);
    isOver = true;
    const { answers, broken } = await writing;
    expect(broken).to.deep.equal([]);
    expect(answers.filter(({ status }) => status !== 201).map(({ status, body }) => ({ status, body }))).to.deep.equal(
      [],
    );
    expect(await readShard(stage)).to.include({ owner: after.owner, fence: after.fence });
    // Neither noise nor alarm: only facts of level 30 ("info").
    for (const process of [first, second]) expect(process.output()).not.to.match(/"level":50/);
    await invariantsHold(stage, { writes: client.writes });

    // The one that stood by takes over at once when the other stops in order.
    await second.terminate();
    expect((await postEntry(client, stage.file)).status).to.equal(201);
    expect((await readShard(stage)).fence).to.equal(after.fence + 1);
  });
});
