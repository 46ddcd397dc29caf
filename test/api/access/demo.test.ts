import { expect } from 'chai';
import { routes } from '../../../api/routes.ts';
import type { Route } from '../../../api/http/routing/route.ts';
import { sample } from '../../support/long.ts';
import { BehindTheWall } from './basics.ts';
import { wallsOf } from './demo-walls.ts';
import { expectedOf } from './expectation.ts';
import { recordedSince } from './recorded.ts';
import { nameOf, noteOf, pathWith, prepared, send } from './requests.ts';
import { setScene, useStage, type Scene } from './scene.ts';
import { ownerOf, someone, type Subject } from './subjects.ts';
import { together } from './together.ts';

/** Inside the demo firm everything can be tried that reaches nobody outside; the rest says that this is a demo. */
describe('Every route in the demo firm', function () {
  this.timeout(180_000);
  const stage = useStage();
  let real: Scene;
  let demo: Scene;
  let user: Subject;
  let platform: Subject;

  before(async () => {
    [real, demo] = [await setScene(stage), await setScene(stage, { isDemo: true })];
    user = { ...ownerOf(demo), isDemo: true };
    const { id } = await stage.service.newUser({ isPlatformAdmin: true });
    platform = await someone(stage.service, 'platform admin', id, {
      firmRole: 'admin',
      fileRole: 'admin',
      isPlatformAdmin: true,
    });
  });

  // By the list of the specification, not by what the routes declare.
  const blocked = routes.filter((route) => wallsOf(route).length > 0);
  const allowed = routes.filter((route) => wallsOf(route).length === 0);
  const isPlaced = (path: string): boolean => /\{(company|firm)\}/.test(path);

  it('that is blocked there says so, to its users and to those who manage the service', async () => {
    expect(blocked).to.have.length.of.at.least(15);
    // What the demo cannot prepare for itself comes from a real firm: nobody gets as far as looking at it.
    const requests = await together(blocked, async (route) => ({
      route,
      request: await prepared(route, real, ownerOf(real)),
    }));
    const head = await stage.service.core.log.readHead();
    const complaints = await together(requests, async ({ route, request }) => {
      const path = pathWith(route.path, demo, { ...request, file: demo.file });
      const found: string[] = [];
      for (const who of isPlaced(route.path) ? [user, platform] : [user]) {
        const { status, body, text } = await send(who.client, route, { ...request, path });
        if (status !== 403 || body.code !== 'demo_mode')
          found.push(`${nameOf(route)} as ${who.name}: ${status} ${text.slice(0, 200)}`);
      }
      return found;
    });
    expect(complaints.flat()).to.deep.equal([]);
    expect(await recordedSince(stage.service.core.log, head)).to.deep.equal([]);
  });

  it('that is allowed there works as everywhere', async () => {
    const isLast = (route: Route): boolean => noteOf(route).comesLast === true;
    const worksHere = async (route: Route): Promise<string[]> => {
      // Probes report the state of the process, which a busy machine delays.
      if (route.isProbe || expectedOf(route, user, noteOf(route)).status !== 'success') return [];
      const request = await prepared(route, demo, user).catch(onlyLookedAt);
      // Nothing of the kind is there before the demo brings it along; the wall does not stand in the way.
      if (!request) return passesTheWall(route);
      const client = noteOf(route).endsToken ? await user.again() : user.client;
      const { status, text } = await send(client, route, request);
      // A declared redirect is a success too.
      return status < 300 || status in route.replies ? [] : [`${nameOf(route)}: ${status} ${text.slice(0, 300)}`];
    };
    // Nothing but the list of walls tells the demo from other firms: a short run tries every fifth route.
    const tried = sample(allowed, (_route, turn) => turn % 5 === 0);
    const complaints = [
      ...(await together(
        tried.filter((route) => !isLast(route)),
        worksHere,
      )),
      ...(await together(tried.filter(isLast), worksHere)),
    ];
    expect(complaints.flat()).to.deep.equal([]);
  });

  function onlyLookedAt(error: unknown): null {
    if (error instanceof BehindTheWall) return null;
    throw error;
  }

  async function passesTheWall(route: Route): Promise<string[]> {
    const request = await prepared(route, real, ownerOf(real));
    const path = pathWith(route.path, demo, { ...request, file: demo.file });
    const { status, text } = await send(user.client, route, { ...request, path });
    // A firm's route names records in its body: those of the other firm are unknown.
    const isUnknown = status === 404 || (status === 422 && text.includes('"reference_unknown"'));
    const isPassed = route.ability === 'signed' ? text.includes('"signature_invalid"') : isUnknown;
    return isPassed ? [] : [`${nameOf(route)}: ${status} ${text.slice(0, 300)}`];
  }
});
