import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { LEASE_SECONDS } from '../../stores/support/idempotence.ts';
import { COMPANY, toFile, openClient, postEntry, waitUntil, type Client } from '../support/load.ts';
import { itLong } from '../support/long.ts';
import { query, type ServiceProcess } from '../support/processes.ts';
import { startProxy, parseTarget, routeThroughProxy } from '../support/proxy.ts';
import { killedAt, leasesRunOut } from './killing.ts';
import { cleanUp, clientOf, EVERY_SECOND, invariantsHold, setStage, start, type Stage } from './support.ts';

describe('a process that is killed', function () {
  this.timeout(60_000);
  cleanUp();

  it('keeps its claims for at most a minute', () => {
    expect(LEASE_SECONDS).to.be.within(1, 60);
  });

  itLong('in the middle of many writes: each of them, sent again, has acted once', async () => {
    const stage = await setStage();
    const doomed = await start(stage, { FAULT_POINT: 'after-append:2' });
    const keys = Array.from({ length: 60 }, () => randomUUID());
    const first = clientOf(stage, doomed);
    const answered = await Promise.all(keys.map((key) => postEntry(first, stage.file, key).catch(() => null)));
    await waitUntil('the process to be killed', doomed.hasExited);
    expect(answered).to.include(null);
    await leasesRunOut(stage);
    const second = clientOf(stage, await start(stage));
    const again = await Promise.all(keys.map((key) => postEntry(second, stage.file, key)));
    expect(again.filter(({ status }) => status !== 200 && status !== 201)).to.deep.equal([]);
    expect(new Set(again.map(({ body }) => body['number']))).to.have.property('size', keys.length);
    answered.forEach((answer, index) => answer && expect(again[index]!.body['id']).to.equal(answer.body['id']));
    await invariantsHold(stage, { writes: [...first.writes, ...second.writes] });
  });

  it('after an entry was recorded together with its tables: sent again, it has acted once', async () => {
    const stage = await setStage();
    const doomed = await start(stage, { FAULT_POINT: 'after-joined-append' });
    const first = clientOf(stage, doomed);
    const sent: { readonly key: string; readonly id: unknown }[] = [];
    // The first ones are recorded alone, until the process knows that it has the tables for itself.
    do {
      const key = randomUUID();
      const answer = await postEntry(first, stage.file, key).catch(() => null);
      sent.push({ key, id: answer?.body['id'] });
    } while (sent.at(-1)!.id !== undefined);
    await waitUntil('the process to be killed', doomed.hasExited);
    await leasesRunOut(stage);
    const second = clientOf(stage, await start(stage));
    const listed = await second.get(`${stage.file.path}/entries`);
    expect(listed.body['total']).to.equal(sent.length);
    for (const { key, id } of sent.slice(-3)) {
      const again = await postEntry(second, stage.file, key);
      expect([again.status, again.headers['x-idempotent-replay']]).to.deep.equal([200, '1']);
      if (id !== undefined) expect(again.body['id']).to.equal(id);
    }
    await invariantsHold(stage, { writes: [...first.writes, ...second.writes] });
  });

  itLong('leaves claims behind that its successor takes over at once, although they have not run out', async () => {
    const stage = await setStage();
    const doomed = await start(stage, { FAULT_POINT: 'before-append' });
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const first = clientOf(stage, doomed);
    await Promise.all(keys.map((key) => postEntry(first, stage.file, key).catch(() => null)));
    await waitUntil('the process to be killed', doomed.hasExited);
    const second = clientOf(stage, await start(stage));
    const again = await Promise.all(keys.map((key) => postEntry(second, stage.file, key)));
    expect(again.filter(({ status }) => status !== 200 && status !== 201)).to.deep.equal([]);
    // They are taken over after one to two seconds; before the claims run out in any case.
    expect(Math.max(...again.map(({ milliseconds }) => milliseconds))).to.be.lessThan((LEASE_SECONDS * 1000) / 3);
    await invariantsHold(stage, { writes: [...first.writes, ...second.writes] });
  });

  itLong('an edit that was written is not refused as a conflict with itself when it is sent again', async () => {
    const stage = await setStage();
    const before = clientOf(stage, await start(stage));
    const made = await before.post(
      `${stage.file.path}/third-parties`,
      { type: 'customer', name: 'Dupont' },
      randomUUID(),
    );
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const path = `${stage.file.path}/third-parties/${String(made.body['id'])}`;
    const edit = { body: { name: 'Durand' }, key: randomUUID(), headers: { 'If-Match': '"v1"' } };
    await killedAt('after-append', stage, (client) => client.call('PATCH', path, edit));
    await leasesRunOut(stage);
    const again = await before.call('PATCH', path, edit);
    expect([again.status, again.body['name'], again.body['version']]).to.deep.equal([200, 'Durand', 2]);
    expect(again.headers['x-idempotent-replay']).to.equal('1');
    await invariantsHold(stage, { writes: before.writes });
  });

  describe('between the firm and the company file', () => {
    const request = { ...COMPANY, code: 'HALF' };

    async function halfOpened(): Promise<{ stage: Stage; key: string; service: ServiceProcess }> {
      const stage = await setStage();
      const key = randomUUID();
      await killedAt('between-firm-and-company', stage, (client) => client.post('/v1/companies', request, key));
      return { stage, key, service: await start(stage, EVERY_SECOND) };
    }
    const opened = async (client: Client): Promise<Record<string, unknown>[]> => {
      const { body } = await client.get('/v1/companies');
      const files = (Array.isArray(body) ? body : body['data']) as Record<string, unknown>[];
      return files.filter(({ code }) => code === 'HALF');
    };

    itLong('the same request, sent again, completes the file', async () => {
      const { stage, key, service } = await halfOpened();
      const client = clientOf(stage, service);
      expect(await opened(client)).to.have.length(0);
      await leasesRunOut(stage);
      const again = await client.post('/v1/companies', request, key);
      expect(again.status).to.equal(201);
      expect(await opened(client)).to.have.length(1);
      expect((await postEntry(client, toFile(again))).status).to.equal(201);
      await invariantsHold(stage, { writes: client.writes });
    });

    itLong('a file that stands alone is found again, not opened twice', async () => {
      const stage = await setStage();
      const key = randomUUID();
      const alone = { ...request, firm: null };
      await killedAt('after-append', stage, (client) => client.post('/v1/companies', alone, key));
      const client = clientOf(stage, await start(stage));
      await leasesRunOut(stage);
      const again = await client.post('/v1/companies', alone, key);
      expect(again.status).to.equal(200);
      expect(again.body['firm_id']).to.equal(null);
      expect(await opened(client)).to.have.length(1);
      await invariantsHold(stage, { writes: client.writes });
    });

    itLong('the service completes the file by itself, and the request sent again finds it', async () => {
      const { stage, key, service } = await halfOpened();
      const client = clientOf(stage, service);
      await query(
        stage.databaseUrl,
        `UPDATE read.company_registrations SET registered_at = registered_at - interval '1 hour'`,
      );
      await waitUntil('the job that completes company files', async () => (await opened(client)).length === 1, 20_000);
      await query(
        stage.databaseUrl,
        `UPDATE read.company_registrations SET registered_at = registered_at + interval '1 hour'`,
      );
      await leasesRunOut(stage);
      const again = await client.post('/v1/companies', request, key);
      expect(again.status).to.be.oneOf([200, 201]);
      expect(again.body['id']).to.equal((await opened(client))[0]!['id']);
      expect(await opened(client)).to.have.length(1);
      await invariantsHold(stage, { writes: client.writes });
    });
  });
});

describe('a process that is asked to stop', function () {
  this.timeout(30_000);
  cleanUp();

  it('finishes what is in flight, accepts nothing more and ends with 0', async () => {
    const stage = await setStage();
    const proxy = await startProxy(parseTarget(stage.databaseUrl));
    try {
      const service = await start({ databaseUrl: routeThroughProxy(stage.databaseUrl, proxy) });
      const client = clientOf(stage, service);
      await postEntry(client, stage.file);
      const known = `SELECT key FROM ops.idempotence`;
      const claimed = `${known} WHERE lease_until IS NOT NULL`;
      const before = (await query(stage.databaseUrl, known)).length;
      proxy.setDelay(400);
      const inFlight = Array.from({ length: 20 }, () => postEntry(client, stage.file));
      // On a busy machine, the first may be done before the last is claimed.
      await waitUntil(
        'the requests to be under way',
        async () => (await query(stage.databaseUrl, known)).length >= before + inFlight.length,
      );
      const exit = service.terminate();
      await waitUntil(
        'the door to be closed',
        async () =>
          (await openClient(service.url)
            .get('/v1/ping')
            .catch(() => null)) === null,
      );
      expect(service.hasExited()).to.equal(false);
      const finished = await Promise.all(inFlight);
      expect(finished.map(({ status }) => status)).to.deep.equal(finished.map(() => 201));
      expect(await exit).to.deep.equal({ code: 0, signal: null });
      expect(await query(stage.databaseUrl, claimed)).to.have.length(0);
      await start(stage);
      await invariantsHold(stage, { writes: client.writes });
    } finally {
      await proxy.close();
    }
  });
});
