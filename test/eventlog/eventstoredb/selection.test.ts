import { expect } from 'chai';
import { appendAsStranger } from '../../support/eventstoredb-server/stranger.ts';
import { startEventStoreDbServer, type EventStoreDbServer } from '../../support/eventstoredb-server/server.ts';
import { startTestService } from '../../support/service.ts';
import { eventStoreOfTests } from '../../../scripts/event-store-of-tests.mjs';

describe('the server of EVENTSTORE_TEST_URL', function () {
  this.timeout(60_000);
  const { EVENTSTORE_TEST_URL: earlier, TEST_ENGINE: engine } = process.env;
  let server: EventStoreDbServer;
  beforeEach(async () => {
    server = await startEventStoreDbServer();
    Object.assign(process.env, { EVENTSTORE_TEST_URL: server.url, TEST_ENGINE: 'eventstoredb' });
  });
  afterEach(async () => {
    for (const [name, value] of [
      ['EVENTSTORE_TEST_URL', earlier],
      ['TEST_ENGINE', engine],
    ] as const)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    await server.stop();
  });

  it('has each test service under a prefix of its own, which is gone afterwards', async () => {
    await appendAsStranger(server.url, 'company-1', 3);
    const services = [await startTestService(), await startTestService()];
    try {
      const prefixes = services.map(({ config }) => config.eventStorePrefix);
      expect(new Set(prefixes).size).to.equal(2);
      for (const prefix of prefixes) expect(prefix).to.match(/^test_[0-9a-f]{16}$/);
      for (const service of services) {
        expect(service.config.eventStoreUrl).to.equal(server.url);
        const { id } = await service.newUser();
        expect(id).to.equal(1);
        expect(server.eventCount(`${service.config.eventStorePrefix}_user-${id}`)).to.be.above(0);
        await service.invariants();
      }
    } finally {
      for (const service of services) await service.stop();
    }
    expect(server.eventCount()).to.equal(3);
  });

  it('is named by the command that runs the tests, without its password', () => {
    expect(eventStoreOfTests({ EVENTSTORE_TEST_URL: 'esdb://admin:hidden@node1:2113,node2:2113?tls=true' }))
      .to.match(/EVENTSTORE_TEST_URL: esdb:\/\/…@node1:2113,node2:2113/)
      .and.not.contain('hidden');
    expect(eventStoreOfTests({})).to.match(/server of the tests/);
  });
});
