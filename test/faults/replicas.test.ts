import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { PROMPT } from '../../database/pool.ts';
import { waitUntil } from '../../database/embedded/processes.ts';
import { findFreePort } from '../../database/embedded/postmaster.ts';
import { BadConfiguration, readConfig } from '../../configuration/config.ts';
import type { ReadReplica } from '../../database/read-replicas.ts';
import type { Client } from '../support/client.ts';
import { startReplicatedServers, type ReplicatedServers } from '../support/replicated-servers.ts';
import { startTestService, type TestCompany, type TestFirm, type TestService } from '../support/service.ts';

const LONG_ENOUGH_MS = 20_000;
const METRICS_TOKEN = 'a-token-of-the-tests-for-the-metrics-alone';

describe('The addresses of read replicas', () => {
  const given = { DATABASE_URL: 'postgres://db/books' };

  it('are separated by commas', () => {
    const { readReplicas } = readConfig({ ...given, READ_DATABASE_URLS: 'postgres://a/books, postgresql://b/books' });
    expect(readReplicas).to.deep.equal({ urls: ['postgres://a/books', 'postgresql://b/books'], maxLagSeconds: 1 });
  });

  for (const [what, environment, name] of [
    ['another scheme', { ...given, READ_DATABASE_URLS: 'postgres://a/books,http://b' }, 'READ_DATABASE_URLS'],
    ['an empty address', { ...given, READ_DATABASE_URLS: 'postgres://a/books,' }, 'READ_DATABASE_URLS'],
    ['replicas of the embedded server', { READ_DATABASE_URLS: 'postgres://a/books' }, 'READ_DATABASE_URLS'],
    ['a lag that is none', { ...given, READ_MAX_LAG_SECONDS: '0' }, 'READ_MAX_LAG_SECONDS'],
  ] as const)
    it(`are refused with ${what}, by the name of the variable`, () => {
      expect(() => readConfig(environment))
        .to.throw(BadConfiguration)
        .with.property('message')
        .that.contains(name);
    });
});

describe('Read replicas', function () {
  this.timeout(120_000);
  let servers: ReplicatedServers;
  let service: TestService;
  let firm: TestFirm;
  let file: TestCompany;
  let other: Client;
  /** Sessions that have seen nothing yet. */
  const strangers: Client[] = [];

  before(async () => {
    servers = await startReplicatedServers();
    const away = new URL(servers.replica.url);
    away.port = String(await findFreePort());
    service = await startTestService({
      environment: {
        DATABASE_URL: servers.primary.url,
        READ_DATABASE_URLS: `${away.href}, ${servers.replica.url}`,
        READ_MAX_LAG_SECONDS: '4',
        METRICS_TOKEN,
      },
    });
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    other = firm.client.as(await service.sessionToken(firm.admin.id));
    for (let count = 0; count < 8; count += 1)
      strangers.push(firm.client.as(await service.sessionToken(firm.admin.id)));
  });
  after(async () => {
    await service?.stop();
    await servers?.stop();
  });

  const isInUse = (): boolean => service.core.replicas!.listStates()[1]!.isInUse;
  async function waitForUse(wanted: boolean): Promise<number> {
    const since = performance.now();
    if (!(await waitUntil(async () => isInUse() === wanted, LONG_ENOUGH_MS)))
      throw new Error(`The replica is ${wanted ? 'not ' : ''}in use`);
    return performance.now() - since;
  }
  /** The replica shows everything, and the service knows it. */
  async function catchUp(): Promise<void> {
    await waitForUse(true);
    const { position } = service.core.progress;
    const isThere = async (): Promise<boolean> => service.core.replicas!.choose(0, position, { rights: true }) !== null;
    if (!(await waitUntil(isThere, LONG_ENOUGH_MS))) throw new Error('The replica does not catch up');
  }
  const pauseReplay = () => servers.replica.query('SELECT pg_wal_replay_pause()');
  const resumeReplay = () => servers.replica.query('SELECT pg_wal_replay_resume()');

  async function chooseReplica(): Promise<ReadReplica> {
    let chosen: ReadReplica | null = null;
    await waitUntil(async () => (chosen = service.core.replicas!.choose(0, -1)) !== null, LONG_ENOUGH_MS);
    return chosen!;
  }

  /** Whether the work sends statements to the replica, once a busy machine lets it answer in time. */
  async function readsReplica(work: () => Promise<unknown>): Promise<boolean> {
    return waitUntil(async () => (await countReplicaStatements(work)) > 0, LONG_ENOUGH_MS);
  }
  async function countReplicaStatements(work: () => Promise<unknown>): Promise<number> {
    await catchUp();
    const { pool, bulkPool } = await chooseReplica();
    const before = [pool, bulkPool].map((one) => one.query);
    let count = 0;
    for (const one of [pool, bulkPool]) {
      const send = one.query.bind(one) as unknown as (...given: unknown[]) => unknown;
      Object.assign(one, { query: (...given: unknown[]) => ((count += 1), send(...given)) });
    }
    await work();
    [pool, bulkPool].forEach((one, index) => Object.assign(one, { query: before[index] }));
    return count;
  }

  async function addCustomer(name: string): Promise<string> {
    const answer = await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name });
    expect(answer.status, answer.text).to.equal(201);
    return answer.headers.get('x-position')!;
  }
  async function listNames(client = firm.client, headers: Record<string, string> = {}): Promise<string[]> {
    const answer = await client.get<readonly { name: string }[]>(`${file.path}/third-parties`, headers);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.map(({ name }) => name);
  }

  it('serve reads, while another one has been away since the start', async () => {
    await catchUp();
    expect(service.core.replicas!.listStates()[0]).to.include({ isInUse: false, lagSeconds: null });
    expect(await readsReplica(() => listNames())).to.equal(true);
    expect(await readsReplica(() => firm.client.get(`${file.path}/sync/bootstrap`)), 'bootstrap').to.equal(true);
    expect(await readsReplica(() => firm.client.get('/v1/companies')), 'company files').to.equal(true);
  });

  it('are shown by the metrics', async () => {
    await catchUp();
    const { text } = await firm.client.get('/metrics', { Authorization: `Bearer ${METRICS_TOKEN}` });
    const name = new URL(servers.replica.url).host;
    expect(text).to.contain(`grandlivre_replica_in_use{replica="${name}/grandlivre"} 1`);
    expect(text).to.contain(`grandlivre_replica_lag_seconds{replica="${name}/grandlivre"} 0`);
  });

  it('serve nothing that is not in the tables', async () => {
    await catchUp();
    const read = (): Promise<unknown> => firm.client.get(`/v1/firms/${firm.token}/webhooks`);
    await countReplicaStatements(read);
    expect(await countReplicaStatements(read)).to.equal(0);
  });

  it('show a client its own writes, and others by the position they send', async () => {
    await catchUp();
    await pauseReplay();
    const position = await addCustomer('Own write');
    expect(position).to.match(/^\d+$/);
    expect(await listNames()).to.include('Own write');
    // Another session may be shown what is a little older, unless it says what it has seen.
    const isOld = async (): Promise<boolean> => !(await listNames(strangers.pop())).includes('Own write');
    expect(await waitUntil(isOld, LONG_ENOUGH_MS), 'an older list').to.equal(true);
    expect(await listNames(other, { 'X-Position': position })).to.include('Own write');
    await resumeReplay();
    await catchUp();
    expect(await readsReplica(() => listNames(other))).to.equal(true);
    expect(await listNames(other)).to.include('Own write');
  });

  it('find a record that only the primary has, and no cursor beyond its end', async () => {
    await catchUp();
    const { body: start } = await firm.client.get<{ cursor: number; epoch: string }>(`${file.path}/sync/pull?since=0`);
    await pauseReplay();
    const made = await firm.client.post(`${file.path}/third-parties`, {
      type: 'customer',
      name: 'New',
    });
    const pulled = await firm.client.get<{ cursor: number }>(`${file.path}/sync/pull?since=${start.cursor}`);
    expect(pulled.body.cursor).to.be.above(start.cursor);
    // As a client does that is served by two processes.
    expect((await other.get(`${file.path}/third-parties/${made.body.id}`)).status).to.equal(200);
    const again = await strangers.pop()!.get(`${file.path}/sync/pull?since=${pulled.body.cursor}&epoch=${start.epoch}`);
    expect(again.body).to.include({ full_resync: false, cursor: pulled.body.cursor });
    await resumeReplay();
  });

  it('give no access that was withdrawn', async () => {
    const member = await service.newMember(firm, 'encoder');
    await catchUp();
    expect((await member.client.get(file.path)).status).to.equal(200);
    await pauseReplay();
    const removed = await firm.client.delete(`/v1/firms/${firm.token}/members/${member.id}`);
    expect(removed.status, removed.text).to.be.below(300);
    expect((await member.client.get(file.path)).status).to.equal(404);
    const listed = await member.client.get<readonly unknown[]>('/v1/companies');
    expect(listed.body).to.deep.equal([]);
    await resumeReplay();
  });

  it('are out of use while they are further behind than allowed', async () => {
    await catchUp();
    await pauseReplay();
    await addCustomer('Late');
    await waitForUse(false);
    expect(service.core.replicas!.listStates()[1]!.lagSeconds).to.be.above(4);
    expect(await listNames(other)).to.include('Late');
    await resumeReplay();
    await waitForUse(true);
  });

  it('have a read repeated on the primary that their replay cancels', async () => {
    await servers.primary.query('CREATE TABLE public.scratch (n integer)');
    await servers.waitForReplay();
    await catchUp();
    const { pool } = await chooseReplica();
    const { query } = pool;
    const send = query.bind(pool) as (statement: string) => Promise<unknown>;
    let cancelled: pg.DatabaseError | undefined;
    const wait = async (): Promise<unknown> => {
      try {
        return await send('SELECT count(*), pg_sleep(3) FROM public.scratch');
      } catch (error) {
        cancelled = error as pg.DatabaseError;
        throw error;
      }
    };
    Object.assign(pool, { query: wait });
    const isCancelled = async (): Promise<boolean> => {
      await servers.primary.query('INSERT INTO public.scratch SELECT generate_series(1, 1000)');
      await catchUp();
      const listing = listNames();
      await pause(200);
      await servers.primary.query('DELETE FROM public.scratch');
      await servers.primary.query('VACUUM public.scratch');
      expect(await listing).to.include('Own write');
      return cancelled !== undefined;
    };
    expect(await waitUntil(isCancelled, LONG_ENOUGH_MS)).to.equal(true);
    expect(cancelled).to.include({ code: '40001' });
    Object.assign(pool, { query });
  });

  it('are out of use within a second when they are frozen, and requests do not wait for them', async () => {
    // Once a busy machine lets them: in vain only if it never does.
    const isPrompt = async (): Promise<boolean> => {
      await catchUp();
      await servers.replica.signal('SIGSTOP');
      const since = performance.now();
      const listing = listNames();
      await waitForUse(false);
      const noticedMs = performance.now() - since;
      expect(await listing).to.include('Own write');
      const answeredMs = performance.now() - since;
      await servers.replica.signal('SIGCONT');
      await waitForUse(true);
      return noticedMs < 3_000 && answeredMs < PROMPT.answerMs;
    };
    expect(await waitUntil(isPrompt, LONG_ENOUGH_MS)).to.equal(true);
  });

  it('are out of use when they are killed, and in use again when they are back', async () => {
    await catchUp();
    await servers.replica.kill();
    for (let request = 0; request < 20; request += 1) expect(await listNames()).to.include('Own write');
    await waitForUse(false);
    await addCustomer('Meanwhile');
    await servers.replica.start();
    await catchUp();
    expect(await readsReplica(async () => expect(await listNames()).to.include('Meanwhile'))).to.equal(true);
  });

  it('are out of use when they are promoted', async () => {
    await catchUp();
    await servers.replica.query('SELECT pg_promote()');
    await waitForUse(false);
    await addCustomer('After the promotion');
    expect(await listNames(other)).to.include('After the promotion');
  });

  it('refuse a position that is none', async () => {
    const answer = await firm.client.get(`${file.path}/third-parties`, { 'X-Position': 'yesterday' });
    expect(answer.status).to.equal(422);
    expect(answer.body).to.include({ code: 'position_invalid' });
    expect(answer.body.errors).to.have.property('X-Position');
  });

  it('answer 503 to a position that the tables do not reach', async () => {
    const answer = await firm.client.get(`${file.path}/third-parties`, { 'X-Position': '999999999' });
    expect(answer.status).to.equal(503);
    expect(answer.body).to.include({ code: 'tables_behind' });
    expect(answer.headers.get('retry-after')).to.equal('1');
  });
});
