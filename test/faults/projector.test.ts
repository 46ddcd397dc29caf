import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createPool, RELAXED } from '../../database/pool.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { rebuildReadTables } from '../../projections/engine/rebuild.ts';
import {
  openFile,
  postEntry,
  applyLoad,
  listStatuses,
  waitUntil,
  type Answer,
  type Client,
  type File,
} from '../support/load.ts';
import { itLong, sample } from '../support/long.ts';
import { query, runToEnd, type ServiceProcess } from '../support/processes.ts';
import { cleanUp, clientOf, invariantsHold, setStage, start, withLog, type Stage } from './support.ts';

describe('the projector', function () {
  this.timeout(90_000);
  cleanUp();

  it('goes on from its checkpoint wherever it was killed, while requests wait for it', async () => {
    const stage = await setStage();
    const api = await start(stage, { ROLE: 'api' });
    const client = clientOf(stage, api);
    let isOver = false;
    const writing = applyLoad({
      writers: 6,
      milliseconds: 60_000,
      until: () => isOver,
      write: () => postEntry(client, stage.file),
    });
    const points = [
      'before-projection:1',
      'after-projection:1',
      'before-projection:2',
      'after-projection:3',
      'before-projection:7',
    ];
    for (const point of sample(points, (point) => point === 'before-projection:7')) {
      // There is work for it from the start: it may be killed before it says that it is ready.
      const projector = await start(stage, { ROLE: 'projector', FAULT_POINT: point }).catch((error: Error) => {
        expect(error.message).to.contain('SIGKILL');
        return null;
      });
      if (projector !== null) await waitUntil(`the projector to be killed ${point}`, projector.hasExited);
    }
    await start(stage, { ROLE: 'projector' });
    isOver = true;
    const { answers, broken } = await writing;
    expect(broken).to.deep.equal([]);
    expect(listStatuses(answers)).to.deep.equal([201]);
    expect(answers.length).to.be.greaterThan(10);
    await invariantsHold(stage, { writes: client.writes });
  });

  itLong('works in one process at a time, and another takes over when that one is killed', async () => {
    const stage = await setStage();
    const first = await start(stage, { ROLE: 'projector' });
    await start(stage, { ROLE: 'projector' });
    const client = clientOf(stage, await start(stage, { ROLE: 'api' }));
    const holders = () =>
      query<{ pid: number }>(
        stage.databaseUrl,
        `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objid = 7201003 AND l.granted`,
      );
    expect((await postEntry(client, stage.file)).status).to.equal(201);
    const before = await holders();
    expect(before).to.have.length(1);
    await first.kill();
    const answers = await Promise.all(Array.from({ length: 10 }, () => postEntry(client, stage.file)));
    expect(listStatuses(answers)).to.deep.equal([201]);
    const after = await holders();
    expect(after).to.have.length(1);
    expect(after[0]!.pid).to.not.equal(before[0]!.pid);
    await invariantsHold(stage, { writes: client.writes });
  });

  describe('makes the tables anew while the service goes on', () => {
    interface Seen {
      readonly epoch: unknown;
      readonly changes: Map<number, string>;
    }

    async function feedOf(client: Client, file: File): Promise<Seen> {
      const changes = new Map<number, string>();
      let epoch: unknown;
      for (let cursor = 0, isMore = true; isMore;) {
        const { body } = await client.get(`${file.path}/sync/pull?since=${cursor}&limit=2000`);
        for (const { seq, resource, id, version } of body['changes'] as {
          seq: number;
          resource: string;
          id: number;
          version: number;
        }[])
          changes.set(seq, `${resource}:${id}:${version}`);
        ({ epoch } = body);
        cursor = body['cursor'] as number;
        isMore = body['has_more'] === true;
      }
      return { epoch, changes };
    }

    itLong('and no reader sees less than before, no cursor changes, nothing is announced again', async () => {
      const stage = await setStage();
      const service = await start(stage);
      const client = clientOf(stage, service);
      const { path } = stage.file;
      const first = await Promise.all(Array.from({ length: 50 }, () => postEntry(client, stage.file)));
      const before = await feedOf(client, stage.file);
      const wrong: string[] = [];
      let isOver = false;
      let [total, reads] = [50, 0];
      const look = async (): Promise<void> => {
        const known = String(first[reads % first.length]!.body['id']);
        const least = total;
        const answers: [string, Answer][] = [
          ['list', await client.get(`${path}/entries?per_page=5`)],
          ['entry', await client.get(`${path}/entries/${known}`)],
          ['accounts', await client.get(`${path}/accounts`)],
          ['feed', await client.get(`${path}/sync/pull?since=1&limit=5`)],
        ];
        for (const [what, { status, body }] of answers)
          if (status !== 200) wrong.push(`${what} ${status} ${JSON.stringify(body)}`);
        const seen = answers[0]![1].body['total'] as number;
        if (seen < least) wrong.push(`a list of ${seen} entries after one of ${least}`);
        total = Math.max(total, seen);
        reads += 1;
      };
      const reading = Promise.all(
        Array.from({ length: 6 }, async () => {
          for (let turn = 0; turn < 20_000 && !isOver; turn += 1) await look();
        }),
      );
      const writing = applyLoad({
        writers: 6,
        milliseconds: 60_000,
        until: () => isOver,
        write: () => postEntry(client, stage.file),
      });
      const runs = [];
      for (let turn = 0; turn < 3; turn += 1)
        runs.push(await runToEnd('rebuild', [], { DATABASE_URL: stage.databaseUrl }));
      isOver = true;
      await reading;
      const { answers, broken } = await writing;
      expect(runs.map(({ code, stderr }) => ({ code, stderr }))).to.deep.equal(
        runs.map(() => ({ code: 0, stderr: '' })),
      );
      expect(broken).to.deep.equal([]);
      expect(
        answers.filter(({ status }) => status !== 201).map(({ status, body }) => ({ status, body })),
      ).to.deep.equal([]);
      expect(wrong, service.output()).to.deep.equal([]);
      const after = await feedOf(client, stage.file);
      expect(after.epoch).to.equal(before.epoch);
      for (const [seq, change] of before.changes) expect(after.changes.get(seq)).to.equal(change);
      const entries = client.writes.length;
      const outbox = await query<{ announced: number }>(
        stage.databaseUrl,
        `SELECT count(*)::int AS announced FROM ops.outbox WHERE event = 'entry.posted'`,
      );
      expect(outbox[0]!.announced).to.equal(entries);
      await invariantsHold(stage, { writes: client.writes });
    });

    itLong('and what the live tables had not taken yet is still announced, under the same cursors', async () => {
      const stage = await setStage();
      const doomed = await start(stage, { FAULT_POINT: 'before-projection' });
      await postEntry(clientOf(stage, doomed), stage.file).catch(() => null);
      await waitUntil('the process to be killed', doomed.hasExited);
      const announced = () => query(stage.databaseUrl, `SELECT event_id FROM ops.outbox WHERE event = 'entry.posted'`);
      const epoch = () => query(stage.databaseUrl, `SELECT epoch FROM ops.feed_epoch`);
      const before = await epoch();
      expect(await announced()).to.have.length(0);
      const pool = createPool(stage.databaseUrl, { settings: RELAXED });
      try {
        await withLog(stage.databaseUrl, (log) => rebuildReadTables(pool, log));
      } finally {
        await pool.end();
      }
      const client = clientOf(stage, await start(stage));
      await waitUntil(
        'the entry to be projected',
        async () => (await client.get(`${stage.file.path}/entries`)).body['total'] === 1,
      );
      expect(await announced()).to.have.length(1);
      expect(await epoch()).to.deep.equal(before);
      await invariantsHold(stage);
    });

    itLong('one at a time: a second attempt at once is refused, and leaves the first alone', async () => {
      const stage = await setStage();
      const client = clientOf(stage, await start(stage));
      await Promise.all(Array.from({ length: 200 }, () => postEntry(client, stage.file)));
      const runs = await Promise.all(
        Array.from({ length: 3 }, () => runToEnd('rebuild', [], { DATABASE_URL: stage.databaseUrl })),
      );
      for (const { code, stderr } of runs) if (code !== 0) expect(stderr).to.match(/^Another rebuild is running/);
      expect(runs.filter(({ code }) => code === 0)).to.not.have.length(0);
      expect((await client.get(`${stage.file.path}/entries`)).body['total']).to.equal(200);
      const token = stage.file.path.split('/').at(-1)!;
      const one = await runToEnd('rebuild', ['--company', token], { DATABASE_URL: stage.databaseUrl });
      expect([one.code, one.stderr, one.stdout]).to.satisfy(
        ([code, stderr, stdout]: [number, string, string]) =>
          code === 0 && stderr === '' && stdout.includes('"events":'),
      );
      expect((await postEntry(client, stage.file)).status).to.equal(201);
      const none = await runToEnd('rebuild', ['--company', 'nosuchtoken0'], { DATABASE_URL: stage.databaseUrl });
      expect([none.code, none.stderr]).to.deep.equal([1, 'No company file has the public token nosuchtoken0\n']);
      await invariantsHold(stage, { writes: client.writes });
    });
  });

  describe('meets an event that it does not understand', () => {
    async function poison(log: EventLog, { file }: Stage): Promise<void> {
      const stream = `company-${file.id}`;
      for await (const last of log.readStream(stream, { direction: 'backwards', limit: 1 })) {
        const metadata = {
          company_id: file.id,
          token_kind: 'system',
          origin: 'api',
          operation_id: randomUUID(),
          recorded_at: new Date().toISOString(),
        };
        await log.append({
          stream,
          expectedRevision: last.revision,
          events: [{ id: randomUUID(), type: 'UnicornSeen', version: 1, data: { colour: 'white' }, metadata }],
        });
      }
    }
    const refusal = ({ status, body }: Answer) => [status, body['code']];

    it('and holds that company file, loudly and across restarts, while the others go on', async () => {
      const stage = await setStage();
      let service: ServiceProcess = await start(stage);
      let client = clientOf(stage, service);
      const other = await openFile(client, 'OTHER');
      await postEntry(client, stage.file);
      await withLog(stage.databaseUrl, (log) => poison(log, stage));

      const first = await postEntry(client, stage.file);
      expect(refusal(first), 'at once').to.deep.equal([503, 'projection_halted']);
      expect((await postEntry(client, other)).status).to.equal(201);
      await waitUntil('the status to tell', async () => (await client.get('/v1/status')).body['ok'] === false);
      expect(refusal(await postEntry(client, stage.file))).to.deep.equal([503, 'projection_halted']);
      expect((await client.get(`${stage.file.path}/entries`)).body['total']).to.equal(1);
      expect(service.output()).to.contain('UnicornSeen');

      await service.terminate();
      service = await start(stage);
      client = clientOf(stage, service);
      expect(refusal(await postEntry(client, stage.file)), 'after a restart').to.deep.equal([503, 'projection_halted']);
      expect((await client.get(`${stage.file.path}/entries`)).body['total']).to.equal(1);
      expect((await postEntry(client, other)).status).to.equal(201);
      expect((await client.get('/v1/status')).body['ok']).to.equal(false);

      await service.terminate();
      await query(stage.databaseUrl, `DELETE FROM log.events WHERE type = 'UnicornSeen'`);
      client = clientOf(stage, await start(stage));
      await waitUntil('the company file to go on', async () => (await postEntry(client, stage.file)).status === 201);
      expect((await client.get('/v1/status')).body['ok']).to.equal(true);
      await invariantsHold(stage, { writes: client.writes });
    });

    itLong('and no rebuild passes over it', async () => {
      const stage = await setStage();
      const client = clientOf(stage, await start(stage));
      await withLog(stage.databaseUrl, (log) => poison(log, stage));
      expect(refusal(await postEntry(client, stage.file))).to.deep.equal([503, 'projection_halted']);
      const rebuilt = await runToEnd('rebuild', [], { DATABASE_URL: stage.databaseUrl });
      expect([rebuilt.code, rebuilt.stderr]).to.satisfy(
        ([code, stderr]: [number, string]) => code === 1 && stderr.includes('UnicornSeen'),
      );
    });
  });
});
