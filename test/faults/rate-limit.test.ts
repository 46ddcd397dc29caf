import { expect } from 'chai';
import { computeBlockSize } from '../../api/http/limits/default-limit.ts';
import { startProxy, parseTarget, routeThroughProxy, type Proxy } from '../support/proxy.ts';
import { startTestService } from '../support/service.ts';
import { cleanUp, clientOf, setStage, start } from './support.ts';

describe('the limit of requests', function () {
  this.timeout(60_000);
  cleanUp();
  let proxy: Proxy | undefined;
  afterEach(async () => {
    await proxy?.close();
    proxy = undefined;
  });

  it('is shared by processes: at most a block each beyond it, nobody refused before it', async () => {
    const perMinute = 100;
    const environment = { RATE_LIMIT_PER_MINUTE: String(perMinute) };
    const stage = await setStage();
    const [one, other] = await Promise.all([
      start(stage, { ...environment, ROLE: 'all' }),
      start(stage, { ...environment, ROLE: 'api' }),
    ]);
    const clients = [clientOf(stage, one), clientOf(stage, other)];
    let passed = 0;
    for (let round = 0; round < 30; round += 1) {
      const answers = await Promise.all([0, 1, 0, 1, 0].map((index) => clients[index]!.get('/v1/auth/me')));
      for (const { status, headers } of answers) {
        expect(headers['x-ratelimit-limit']).to.equal(String(perMinute));
        if (status === 200) passed += 1;
        else {
          expect([status, headers['x-ratelimit-remaining']]).to.deep.equal([429, '0']);
          expect(Number(headers['retry-after'])).to.be.within(1, 60);
        }
      }
    }
    expect(passed).to.be.within(perMinute, perMinute + 2 * computeBlockSize(perMinute));
    expect((await clients[0]!.get(stage.file.path)).status, 'other routes have their own').to.equal(200);
  });

  it('is kept by each process alone while the database is away, and nobody waits for it', async () => {
    const stage = await setStage();
    const wire = (proxy = await startProxy(parseTarget(stage.databaseUrl)));
    const service = await start(
      { databaseUrl: routeThroughProxy(stage.databaseUrl, wire) },
      { RATE_LIMIT_PER_MINUTE: '80' },
    );
    const client = clientOf(stage, service);
    await client.get('/v1/ping');
    wire.setSilent(true);
    const startedAt = performance.now();
    const statuses: number[] = [];
    for (let number = 1; number < 100; number += 1) statuses.push((await client.get('/v1/ping')).status);
    expect(performance.now() - startedAt).to.be.below(10_000);
    expect(statuses.filter((status) => status === 200)).to.have.length(79);
    expect(statuses.slice(0, 79).every((status) => status === 200)).to.equal(true);
    wire.setSilent(false);
  });

  it('can be switched off', async () => {
    const service = await startTestService({ from: 'books', environment: { RATE_LIMIT_PER_MINUTE: '0' } });
    try {
      const { client } = await service.newFirm();
      const { status, headers } = await client.get('/v1/auth/me');
      expect([status, headers.get('x-ratelimit-limit')]).to.deep.equal([200, null]);
      const { headers: login } = await service.anonymous.post('/v1/auth/login', {});
      expect(login.get('x-ratelimit-limit'), 'the small limits stay').to.equal('20');
    } finally {
      await service.stop();
    }
  });
});
