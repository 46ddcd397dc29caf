import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { pauseWrites } from '../../cli/log-transfer/pause-writes.ts';
import { createPool } from '../../database/pool.ts';
import { openCore } from '../../service/core.ts';
import { openEventStoreDbLog } from '../../eventlog/eventstoredb/log.ts';
import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';
import { writeLogInClear } from '../support/clear-log.ts';
import { openTestLog } from '../support/vault.ts';
import { startEventStoreDbServer, type EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { appendAsStranger } from '../support/eventstoredb-server/stranger.ts';
import { checkInvariants } from '../support/invariants.ts';
import {
  openFile,
  postEntry,
  applyLoad,
  listStatuses,
  waitUntil,
  addSupplier,
  type Client,
  type File,
} from '../support/load.ts';
import { itLong, sample } from '../support/long.ts';
import { buildDataDir, createFirm, query, runToEnd, type ToolRun } from '../support/processes.ts';
import {
  cleanUp,
  clientOf,
  EMAIL,
  freshDatabase,
  invariantsHold,
  PASSWORD,
  setStage,
  signIn,
  start,
  withLog,
  type Stage,
} from './support.ts';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** All of it without positions, which each log has of its own. */
async function eventsIn(log: EventLog): Promise<Omit<RecordedEvent, 'position'>[]> {
  const events: Omit<RecordedEvent, 'position'>[] = [];
  for await (const page of log.readAll(-1)) for (const { position: _, ...event } of page) events.push(event);
  return events;
}

async function inStore<T>(url: string, work: (log: EventLog) => Promise<T>, prefix = 'grandlivre'): Promise<T> {
  const log = openEventStoreDbLog({ url, prefix });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

const last = ({ stdout }: ToolRun): Record<string, unknown> =>
  JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown>;

describe('a log that is moved', function () {
  this.timeout(600_000);
  cleanUp();
  let server: EventStoreDbServer;
  beforeEach(async () => (server = await startEventStoreDbServer()));
  afterEach(() => server.stop());

  const copy = (stage: Pick<Stage, 'databaseUrl'>, args: readonly string[], more: Record<string, string> = {}) =>
    runToEnd('log:copy', args, { DATABASE_URL: stage.databaseUrl, ...more });
  const there = () => ({ EVENTSTORE_URL: server.url });
  const toStore = () => ['--to', server.url];
  async function copied(stage: Stage, args = toStore(), more: Record<string, string> = {}): Promise<ToolRun> {
    const run = await copy(stage, args, more);
    expect(run.code, run.stderr).to.equal(0);
    return run;
  }
  const tool = (name: string, { databaseUrl }: Stage, more: Record<string, string> = {}) =>
    runToEnd(name, [], { DATABASE_URL: databaseUrl, ...more });
  const count = async (url: string, table: string): Promise<number> =>
    (await query<{ n: number }>(url, `SELECT count(*)::int AS n FROM ${table}`))[0]!.n;

  /** Several files whose entries lie between each other, in more than a page of events. */
  async function manyEntries(client: Client, file: File, most: number): Promise<readonly File[]> {
    const files = [file, await openFile(client, 'DEUX'), await openFile(client, 'TROIS')];
    const { answers } = await applyLoad({
      writers: 6,
      milliseconds: 60_000,
      most,
      write: (writer) => postEntry(client, files[writer % files.length]!),
    });
    expect(listStatuses(answers)).to.deep.equal([201]);
    return files;
  }

  itLong('to EventStoreDB and back is the same log, event by event, and everything that was known holds', async () => {
    const stage = await setStage();
    const first = await start(stage);
    const before = clientOf(stage, first);
    await manyEntries(before, stage.file, 130);
    const trading = await addSupplier(before, stage.file);
    expect(trading.supplierId).to.be.above(0);
    const key = randomUUID();
    const entry = await postEntry(before, stage.file, key);
    const pull = (client: Client, since: number) =>
      client.get(`${stage.file.path}/sync/pull?since=${since}&limit=2000`);
    const { body: feed } = await pull(before, 0);
    await first.terminate();
    expect((await tool('heads', stage)).code).to.equal(0);
    const original = await withLog(stage.databaseUrl, eventsIn);
    const rows = await query(stage.databaseUrl, 'SELECT * FROM log.events ORDER BY position');
    const outbox = await count(stage.databaseUrl, 'ops.outbox');
    expect(outbox).to.be.above(0);

    const run = await copied(stage);
    expect(last(run)).to.deep.include({ from: 'PostgreSQL', events: original.length, known: 0, broken: 0 });
    expect(run.stderr).to.match(/set EVENTSTORE_URL and EVENTSTORE_PREFIX to EventStoreDB at 127/);
    expect(await inStore(server.url, eventsIn)).to.deep.equal(original);
    expect(await query(stage.databaseUrl, 'SELECT * FROM log.events ORDER BY position')).to.deep.equal(rows);

    // The log of before says where it went.
    const old = await runToEnd('main', [], { DATABASE_URL: stage.databaseUrl });
    expect([old.code, old.signal]).to.deep.equal([2, null]);
    expect(old.stderr).to.match(
      /log in PostgreSQL was replaced on \d{4}-\d\d-\d\d by the one in EventStoreDB at .*--take-back/,
    );

    const second = await start(stage, there());
    const after = clientOf(stage, second);
    const stale = (await pull(after, feed['cursor'] as number)).body;
    expect(stale).to.deep.include({ full_resync: true, cursor: 0, changes: [] });
    expect(stale['epoch']).to.not.equal(feed['epoch']);
    const anew = (await pull(after, 0)).body;
    expect((anew['changes'] as unknown[]).length).to.equal((feed['changes'] as unknown[]).length);
    expect((await pull(after, anew['cursor'] as number)).body['full_resync']).to.equal(false);
    expect(await count(stage.databaseUrl, 'ops.outbox'), 'nothing is announced again').to.equal(outbox);
    const replayed = await postEntry(after, stage.file, key);
    expect([replayed.status, replayed.headers['x-idempotent-replay']]).to.deep.equal([200, '1']);
    expect(replayed.body).to.deep.equal(entry.body);
    expect(await signIn(second.url)).to.be.a('string');
    expect((await postEntry(after, stage.file)).status).to.equal(201);
    await second.terminate();
    const verified = await tool('verify', stage, there());
    expect(verified.code, verified.stderr).to.equal(0);
    expect(last(verified)).to.deep.include({ equal: true });
    expect((await tool('heads', stage, there())).code).to.equal(0);
    await inStore(server.url, (log) => checkInvariants({ databaseUrl: stage.databaseUrl, log }));
    // The tables belong to the new one now.
    expect((await copy(stage, ['--take-back'])).stderr).to.match(/has continued with the one in EventStoreDB/);
    const grown = await inStore(server.url, eventsIn);
    expect(grown.length).to.be.above(original.length);

    const back = await copied(stage, ['--from', server.url, '--to', 'postgres']);
    expect(last(back)).to.deep.include({ to: 'PostgreSQL', events: grown.length, known: original.length });
    expect(await withLog(stage.databaseUrl, eventsIn)).to.deep.equal(grown);
    expect(
      await query(stage.databaseUrl, 'SELECT * FROM log.events WHERE position <= $1 ORDER BY position', [rows.length]),
    ).to.deep.equal(rows);
    expect((await runToEnd('main', [], { DATABASE_URL: stage.databaseUrl, ...there() })).code).to.equal(2);
    const third = await start(stage);
    const again = clientOf(stage, third);
    expect((await postEntry(again, stage.file, key)).headers['x-idempotent-replay']).to.equal('1');
    expect((await postEntry(again, stage.file)).status).to.equal(201);
    expect((await pull(again, anew['cursor'] as number)).body['full_resync']).to.equal(true);
    await third.terminate();
    expect(last(await tool('verify', stage))).to.deep.include({ equal: true });
    await invariantsHold(stage);
  });

  itLong('and killed at any point goes on with the same command, and loses and doubles nothing', async () => {
    const stage = await setStage();
    const service = await start(stage);
    await manyEntries(clientOf(stage, service), stage.file, 230);
    await service.terminate();
    const points = sample(
      ['copy-begun', 'copy-sent:3', 'copy-sent:60', 'copy-written:1', 'copy-sent:40', 'copy-compared'],
      (point) => point === 'copy-sent:60' || point === 'copy-compared',
    );
    let known = 0;
    for (const point of points) {
      const killed = await copy(stage, toStore(), { FAULT_POINT: point });
      expect(killed.signal, `${point} ${killed.stderr}`).to.equal('SIGKILL');
      expect(server.eventCount(), point).to.be.at.least(known);
      known = server.eventCount();
    }
    // Half a copy is nothing to start on, and the log of before is as good as ever.
    const half = await runToEnd('main', [], { DATABASE_URL: stage.databaseUrl, ...there() });
    expect(half.code).to.equal(2);
    expect(half.stderr).to.match(/an incomplete copy.*remove EVENTSTORE_URL/);
    const between = await start(stage);
    expect((await postEntry(clientOf(stage, between), stage.file)).status).to.equal(201);
    await between.terminate();
    for (const point of sample(['copy-completed', 'copy-handed-over'], (point) => point === 'copy-handed-over')) {
      const killed = await copy(stage, toStore(), { FAULT_POINT: point });
      expect(killed.signal, `${point} ${killed.stderr}`).to.equal('SIGKILL');
    }
    // Handed over: nothing is written to it any more, although it is not marked yet.
    const late = await start(stage);
    const refused = await postEntry(clientOf(stage, late), stage.file);
    expect([refused.status, refused.body['code']]).to.deep.equal([503, 'moving']);
    await late.terminate();
    const original = await withLog(stage.databaseUrl, eventsIn);
    await copied(stage);
    const repeated = await copied(stage);
    expect(last(repeated)).to.deep.include({ events: original.length, known: original.length });
    expect(await inStore(server.url, eventsIn)).to.deep.equal(original);
    const moved = await start(stage, there());
    expect((await postEntry(clientOf(stage, moved), stage.file)).status).to.equal(201);
    await moved.terminate();

    const onTheWayBack = ['copy-begun', 'copy-compared', 'copy-completed', 'copy-handed-over'];
    for (const point of sample(onTheWayBack, (point) => point === 'copy-compared')) {
      const killed = await copy(stage, ['--to', 'postgres'], { ...there(), FAULT_POINT: point });
      expect(killed.signal, `${point} ${killed.stderr}`).to.equal('SIGKILL');
    }
    await copied(stage, ['--to', 'postgres'], there());
    expect(await withLog(stage.databaseUrl, eventsIn)).to.deep.equal(await inStore(server.url, eventsIn));
    await (await start(stage)).terminate();
    await invariantsHold(stage);
  });

  it('goes on beside a service, which is read and refuses to write, and nothing that it acknowledged is missing', async () => {
    const stage = await setStage();
    const service = await start(stage);
    const client = clientOf(stage, service);
    let isDone = false;
    const writing = applyLoad({
      writers: 4,
      milliseconds: 120_000,
      until: () => isDone,
      write: () => postEntry(client, stage.file),
    });
    const run = await copied(stage);
    isDone = true;
    const { answers } = await writing;
    expect(listStatuses(answers)).to.deep.equal([201, 503]);
    const refused = answers.filter(({ status }) => status === 503);
    expect(new Set(refused.map(({ body }) => body['code']))).to.deep.equal(new Set(['moving']));
    expect((await client.get(`${stage.file.path}/entries`)).status).to.equal(200);
    expect((await postEntry(client, stage.file)).body['code']).to.equal('moving');
    expect((await client.get('/v1/status')).body['problems']).to.deep.equal([{ part: 'event_log', state: 'moving' }]);
    expect(await inStore(server.url, eventsIn)).to.have.length(last(run)['events'] as number);
    await service.terminate();
    const moved = await start(stage, there());
    expect((await postEntry(client.at(moved.url), stage.file)).status).to.equal(201);
    await moved.terminate();
    await inStore(server.url, (log) =>
      checkInvariants({ databaseUrl: stage.databaseUrl, log }, { writes: client.writes }),
    );
  });

  itLong('holds the writes of every process as long as it lives, in the language of whoever asks', async () => {
    const stage = await setStage();
    const services = [await start(stage, { ROLE: 'all' }), await start(stage, { ROLE: 'api' })];
    const [client, other] = services.map((one) => clientOf(stage, one)) as [Client, Client];
    const key = randomUUID();
    expect((await postEntry(client, stage.file, key)).status).to.equal(201);
    const core = await openCore({
      dataDir: '/nowhere',
      databaseUrl: stage.databaseUrl,
      databaseOwnerUrl: null,
      eventStoreUrl: null,
      eventStorePrefix: '',
      isTool: true,
      runsProjector: false,
      logger: quiet,
    });
    const isRefused = async () => (await postEntry(client, stage.file)).status === 503;
    const writes = await pauseWrites(core, 'elsewhere');
    const words = new Set<unknown>();
    for (const language of ['fr', 'nl', 'en', 'de']) {
      const { status, headers, body } = await other.call('POST', '/v1/companies?lang=' + language, {
        body: {
          name: 'Autre',
          code: 'A',
          country_pack: 'BE',
          fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
        },
      });
      expect([status, body['code'], headers['retry-after']]).to.deep.equal([503, 'moving', '60']);
      words.add(body['message']);
    }
    expect(words.size).to.equal(4);
    expect((await postEntry(client, stage.file)).body['code']).to.equal('moving');
    expect((await other.get(`${stage.file.path}/entries`)).status).to.equal(200);
    expect((await postEntry(client, stage.file, key)).headers['x-idempotent-replay']).to.equal('1');
    expect((await copy(stage, toStore())).stderr).to.match(/Another copy of this log is in progress/);
    // A pause right behind another is let go of anew, although it is the same process that asks.
    let last = writes;
    for (let times = 0; times < 5; times += 1) {
      await last.end();
      last = await pauseWrites(core, 'elsewhere');
      expect(await isRefused()).to.equal(true);
    }
    await last.end();
    await waitUntil('writing to go on', async () => !(await isRefused()));
    // One that dies gives them back by dying.
    await pauseWrites(core, 'elsewhere');
    expect(await isRefused()).to.equal(true);
    await core.stop();
    await waitUntil('writing to go on', async () => !(await isRefused()));
  });

  itLong('can be taken back before anything was started on the copy, and is copied again later', async () => {
    const stage = await setStage();
    await copied(stage);
    const taken = await copy(stage, ['--take-back']);
    expect(taken.code, taken.stderr).to.equal(0);
    expect((await copy(stage, ['--take-back'])).stderr).to.match(/nothing to take back/);
    const service = await start(stage);
    expect((await postEntry(clientOf(stage, service), stage.file)).status).to.equal(201);
    await service.terminate();
    const stale = await runToEnd('main', [], { DATABASE_URL: stage.databaseUrl, ...there() });
    expect([stale.code, /belong to the log in PostgreSQL/.test(stale.stderr)]).to.deep.equal([2, true]);
    await copied(stage);
    expect(await inStore(server.url, eventsIn)).to.deep.equal(await withLog(stage.databaseUrl, eventsIn));
    await (await start(stage, there())).terminate();
  });

  itLong('never goes over something else, and never says a password', async () => {
    const stage = await setStage();
    const elsewhere = { DATABASE_URL: await freshDatabase(), ...there() };
    await createFirm(elsewhere, EMAIL, PASSWORD);
    const held = server.eventCount();
    expect((await copy(stage, toStore())).stderr).to.match(/contains a log that is in use/);
    await appendAsStranger(server.url, 'books_company-1', 1);
    const foreign = await copy(stage, [...toStore(), '--to-prefix', 'books']);
    expect([foreign.code, /contains a log that is in use/.test(foreign.stderr)]).to.deep.equal([1, true]);
    expect(server.eventCount()).to.equal(held + 1);
    for (const [args, words] of [
      [[], /A destination is required/],
      [['--to', 'postgres'], /is already in PostgreSQL/],
      [['--to', 'http://anne:secret@there'], /--to must be postgres or an EventStoreDB address: it must start with/],
      [['--to', 'esdb://a', '--to-prefix', 'A B'], /--to-prefix must be/],
      [['--nonsense'], /Unknown option/],
      [['--to', 'esdb://anne:secret@127.0.0.1:1?tls=false'], /cannot be reached/],
    ] as const) {
      const { code, stderr } = await copy(stage, args);
      expect(code, args.join(' ')).to.equal(1);
      expect(stderr)
        .to.match(words)
        .and.not.match(/secret|\n +at /);
    }
    // A stream that is not whole is no log to move.
    await query(stage.databaseUrl, `DELETE FROM log.events WHERE stream = 'user-1' AND revision = 0`);
    expect((await copy(stage, [...toStore(), '--to-prefix', 'new'])).stderr).to.match(/user-1 is incomplete/);
    const service = await start(stage);
    expect((await postEntry(clientOf(stage, service), stage.file)).status).to.equal(201);
  });

  itLong('is sealed on the way, and what was known before still holds', async () => {
    const stage = await setStage();
    const service = await start(stage);
    const client = clientOf(stage, service);
    const added = await client.post(`${stage.file.path}/third-parties`, { type: 'customer', name: 'Jane Marker' });
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    await service.terminate();
    await withLog(stage.databaseUrl, async (log) => {
      const pool = createPool(stage.databaseUrl, { max: 1 });
      const opened = openTestLog(pool, log);
      await writeLogInClear(pool, opened.log);
      opened.close();
      await pool.end();
    });
    // Heads of the log as it was before.
    rmSync(join(buildDataDir(stage.databaseUrl), 'heads'), { recursive: true, force: true });
    expect((await tool('heads', stage)).code).to.equal(0);
    const report = await tool('privacy:report', stage);
    expect(last(report)['clear']).to.be.above(0);
    const run = await copied(stage, [...toStore(), '--seal']);
    expect(run.stderr).to.match(/new epoch with sealed fields[^]*destroyed/);
    const text = JSON.stringify(await inStore(server.url, eventsIn));
    expect(text).not.to.contain('Marker');
    expect(text).to.contain('"epoch":{"number":2');
    const second = await start(stage, there());
    const person = `${stage.file.path}/third-parties/${String(added.body['id'])}`;
    expect((await clientOf(stage, second).get(person)).body['name']).to.equal('Jane Marker');
    await second.terminate();
    const verified = await tool('verify', stage, there());
    expect([verified.code, last(verified)['equal']], verified.stderr).to.deep.equal([0, true]);

    // Once the old log is destroyed, the new one fits in its place, stays sealed, and is sealed once more.
    await query(stage.databaseUrl, 'TRUNCATE log.events, log.notes');
    await copied(stage, ['--to', 'postgres'], there());
    const again = await copied(stage, ['--seal']);
    expect(last(again)).to.deep.include({ epoch: 3, old_log: 'log_epoch_2' });
    const third = await start(stage);
    expect((await clientOf(stage, third).get(person)).body['name']).to.equal('Jane Marker');
    expect((await postEntry(clientOf(stage, third), stage.file)).status).to.equal(201);
    await third.terminate();
    const whole = await tool('verify', stage);
    expect([whole.code, last(whole)['equal']], whole.stderr).to.deep.equal([0, true]);
  });
});
