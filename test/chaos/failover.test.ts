import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { clientOf, invariantsHold, leaveNothing, start } from '../faults/support.ts';
import { applyLoad, followFeed, type Answer } from '../support/load.ts';
import { findBinaries, startPatroniCluster, waitFor, type PatroniCluster } from '../support/patroni-cluster.ts';
import { killProcesses } from '../support/processes.ts';
import { isProperRefusal, note, openBooks, rememberingWriter } from './support.ts';

const FAILOVERS = Number(process.env['FAILOVERS'] ?? 3);
/** From the promotion to the first acknowledged write. */
const WRITES_WITHIN_MS = 10_000;

/** Rewinding a former primary takes Patroni a while on a busy machine. */
const REJOINS_WITHIN_MS = 300_000;

/** The ways in which a primary is lost, in turn. */
const WAYS = ['machine', 'server', 'freeze'] as const;

describe('chaos: the primary of PostgreSQL dies', function () {
  this.timeout(1_800_000);
  let cluster: PatroniCluster;

  before(async function () {
    const binaries = findBinaries();
    if (binaries === null) return this.skip();
    cluster = await startPatroniCluster(binaries);
  });
  afterEach(async () => {
    await killProcesses();
    await leaveNothing();
  });
  after(() => cluster?.stop());

  it(`${FAILOVERS} failovers under load lose and repeat nothing, and writes continue`, async () => {
    const environment = { DATABASE_URL: cluster.url, READ_DATABASE_URLS: cluster.serverUrls.join() };
    const processes = [
      await start({ databaseUrl: cluster.url }, environment),
      await start({ databaseUrl: cluster.url }, environment),
    ];
    const { client, file } = await openBooks(environment, processes[0]!.url, (token) =>
      clientOf({ token }, processes[0]!),
    );
    const clients = [client, client.at(processes[1]!.url)];
    const writer = rememberingWriter(file);
    const readers = clients.map((one) => followFeed(one, file));
    let isOver = false;
    const wrong: Answer[] = [];
    const load = applyLoad({
      writers: 8,
      milliseconds: 1_700_000,
      until: () => isOver,
      async write(which) {
        const one = clients[which % 2]!;
        const answer = which < 2 ? await one.get(`${file.path}/reports/trial-balance`) : await writer.write(one);
        if (answer.status >= 300 && !isProperRefusal(answer)) wrong.push(answer);
        return answer;
      },
    });
    const promotions: number[] = [];
    const resumptions: number[] = [];
    for (let turn = 0; turn < FAILOVERS; turn += 1) {
      await waitFor('a synchronous standby', () => cluster.isProtected(), REJOINS_WITHIN_MS).catch((error: unknown) => {
        throw new Error(`${cluster.readLog('a')}\n\n${cluster.readLog('b')}`, { cause: error });
      });
      await pause(1_000);
      const before = (await cluster.findPrimary())!;
      const way = WAYS[turn % WAYS.length]!;
      let goOn: (() => void) | null = null;
      if (way === 'machine') await cluster.killMachine(before);
      else if (way === 'server') await cluster.killServer(before);
      else goOn = await cluster.freezeMachine(before);
      const promotion = await waitFor('a promotion', async () => ![null, before].includes(await cluster.findPrimary()));
      const count = client.writes.length;
      const resumption = await waitFor('an acknowledged write', async () => client.writes.length > count);
      promotions.push(promotion);
      resumptions.push(resumption);
      note(`failover ${turn + 1} (${way})`, { promotion: `${promotion} ms`, write: `${resumption} ms later` });
      if (way === 'machine') cluster.startMachine(before);
      goOn?.();
    }
    isOver = true;
    const { broken, answers } = await load;
    note('failovers', {
      promotion: `${Math.max(...promotions)} ms at most`,
      write: `${Math.max(...resumptions)} ms at most after it`,
      acknowledged: client.writes.length,
      answers: answers.length,
      repeated: writer.unknown.size,
    });
    expect(broken).to.deep.equal([]);
    expect(wrong.map(({ status, body }) => ({ status, body }))).to.deep.equal([]);
    expect(processes.map((one) => one.hasExited())).to.deep.equal([false, false]);
    await writer.settle(client);
    await Promise.all(readers.map((reader) => reader.stop()));
    expect(readers.map(({ resyncs, failures }) => ({ resyncs, failures }))).to.deep.equal([
      { resyncs: 0, failures: [] },
      { resyncs: 0, failures: [] },
    ]);
    await invariantsHold({ databaseUrl: cluster.url }, { writes: client.writes, readers });
    expect(Math.max(...resumptions), 'milliseconds from a promotion to a write').to.be.below(WRITES_WITHIN_MS);
  });
});
