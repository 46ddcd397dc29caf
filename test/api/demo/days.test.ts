import { expect } from 'chai';
import { refreshDemo } from '../../../service/demo/keeper.ts';
import { createClient } from '../../support/client.ts';
import { countFindings, readFacts, readOpenItems } from '../../support/demo-findings.ts';
import { itLong } from '../../support/long.ts';
import { useService } from '../../support/service.ts';

/** The demo is written for the day on which it is loaded, also at night: other days than the one of its own test. */
describe('The demo on other days of the year', function () {
  this.timeout(240_000);
  const service = useService();

  for (const now of ['2027-01-01T02:00:00Z', '2026-05-03T02:00:00Z', '2026-11-18T10:00:00Z'])
    itLong(`deserves an audit on ${now}`, async () => {
      await service.core.pool.query(`UPDATE ops.demo_instances SET offered_at = offered_at - interval '20 days'`);
      expect(await refreshDemo(service.demo!, { now: new Date(now) })).to.equal('loaded');
      const { body } = await service.anonymous.post('/v1/auth/demo', {});
      const { token, demo } = body as unknown as {
        token: string;
        demo: { companies: readonly { public_token: string; code: string }[] };
      };
      const client = createClient(service.url, token);
      for (const { public_token, code } of demo.companies) {
        const path = `/v1/companies/${public_token}`;
        const facts = await readFacts(service.url, client, path);
        for (const [question, count] of Object.entries(countFindings(facts)))
          expect(count, `${code}, ${question}`).to.be.within(1, 25);
        const { openShare } = await readOpenItems(client, path, now.slice(0, 10), facts);
        expect(openShare, code).to.be.below(1 / 3);
      }
    });
});
