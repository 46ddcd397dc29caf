import { expect } from 'chai';
import type { Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import { nameOf, prepared, send, type Prepared } from './requests.ts';
import { fromElsewhere, setScene, useStage, type Scene } from './scene.ts';
import { someone, type Subject } from './subjects.ts';

const MAX_WINDOW_SECONDS = 60;

/** Routes with a limit of their own tell it with every answer, and keep it whatever the requests are worth. */
describe('The limit of a route', function () {
  this.timeout(60_000);
  const stage = useStage();
  let scene: Scene;

  before(async () => {
    scene = await setScene(stage);
  });

  const admin = async (): Promise<Subject> => {
    const { id } = await stage.service.newMember(scene.firm, 'admin');
    return someone(stage.service, 'admin', id, { firmRole: 'admin', fileRole: 'admin' });
  };

  const limited = routes.filter((route): route is Route & { perMinute: number } => route.perMinute !== undefined);

  it('is one of those that are written down', () => {
    expect(limited.map((route) => `${nameOf(route)} ${route.perMinute}`)).to.include.members([
      'POST /v1/auth/login 20',
      'POST /v1/auth/tokens 20',
      'POST /v1/firms/{firm}/sync 6',
    ]);
  });

  for (const route of limited) {
    it(`holds for ${nameOf(route)}: ${route.perMinute} a minute, counted for each caller`, async () => {
      const [who, other] = [await admin(), await admin()];
      const from = fromElsewhere();
      const good: Prepared = { ...(await prepared(route, scene, who)), headers: from };
      const empty: Prepared = { ...good, body: route.upload || !route.body ? undefined : {} };
      const start = Math.floor(Date.now() / 1000);
      const first = await send(who.client, route, good);
      expect(first.status).to.not.equal(429);
      const reported = (name: string, { headers } = first) => Number(headers.get(`x-ratelimit-${name}`));
      expect([reported('limit'), reported('remaining')]).to.deep.equal([route.perMinute, route.perMinute - 1]);
      expect(reported('reset') - start).to.be.within(MAX_WINDOW_SECONDS - 5, MAX_WINDOW_SECONDS + 5);
      expect(first.headers.has('retry-after')).to.equal(false);

      // Those that are wrong count as well, also when they come all at once.
      const rest = await Promise.all(Array.from({ length: route.perMinute + 3 }, () => send(who.client, route, empty)));
      expect(rest.filter(({ status }) => status === 429)).to.have.length(4);
      const refused = rest.find(({ status }) => status === 429)!;
      expect(refused.body).to.have.property('message');
      expect([reported('limit', refused), reported('remaining', refused)]).to.deep.equal([route.perMinute, 0]);
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, MAX_WINDOW_SECONDS);
      expect((await send(who.client, route, good)).status, 'nor does a good one pass').to.equal(429);

      const elsewhere = { ...(await prepared(route, scene, other)), headers: fromElsewhere() };
      expect((await send(other.client, route, elsewhere)).status, 'others are not held up').to.not.equal(429);
      if (route.ability === 'public') return;
      const { status } = await send(await who.again(), route, { ...good, headers: fromElsewhere() });
      expect(status, 'another token of the same person, from elsewhere').to.equal(429);
    });
  }
});
