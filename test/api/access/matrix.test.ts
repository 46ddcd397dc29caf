import { expect } from 'chai';
import type { Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import type { Answer, AnswerBody } from '../../support/client.ts';
import { sample } from '../../support/long.ts';
import { readDocument, type Document } from './document.ts';
import { expectedOf, SUCCESS, type Expected } from './expectation.ts';
import { recordedSince } from './recorded.ts';
import { nameOf, noteOf, pathWith, prepared, preparedToRead, send, unprepared } from './requests.ts';
import { setScene, useStage, type Scene } from './scene.ts';
import { cast, type Cast, type Subject } from './subjects.ts';
import { together } from './together.ts';

/** Every route of the document, asked by everyone. What they are answered follows from the declaration of the route. */
describe('Access to every route', function () {
  this.timeout(600_000);
  const stage = useStage();
  let scene: Scene;
  let people: Cast;
  let document: Document;

  before(async () => {
    scene = await setScene(stage);
    people = await cast(scene, await setScene(stage, { isDemo: true }));
    document = await readDocument(stage.service.anonymous);
  });

  /** The declaration behind an operation of the document. */
  const documented = (): Route[] =>
    [...document.operations.keys()].map((name) => {
      const declared = routes.find((route) => nameOf(route) === name);
      if (!declared) throw new Error(`${name} is in the OpenAPI document, but no route declares it`);
      return declared;
    });

  it('is told for exactly the routes of the OpenAPI document, each with a request that succeeds', () => {
    expect([...document.operations.keys()].sort()).to.deep.equal(routes.map(nameOf).sort());
    expect(unprepared()).to.deep.equal([]);
  });

  it('is refused as the declaration says, and nothing is recorded by what is refused', async () => {
    const asker = people.byName('admin');
    const refused = await together(documented(), async (route) => {
      const request = await prepared(route, scene, asker);
      // Nobody who is refused gets as far as what the request is about, so that the one file does for all.
      return { route, request: { ...request, path: pathWith(route.path, scene, { ...request, file: scene.file }) } };
    });
    const head = await stage.service.core.log.readHead();
    // A short run asks a fifth of them for each route, in turns.
    const turns = refused.map((one, turn) => ({ ...one, turn }));
    const complaints = await together(turns, async ({ route, request, turn }) => {
      const found: string[] = [];
      for (const who of sample(people.all, (_who, place) => (place + turn) % 5 === 0)) {
        const expected = expectedOf(route, who, noteOf(route));
        if (expected.status === 'success') continue;
        const answer = await send(who.client, route, request);
        found.push(...differences(route, who, expected, answer));
      }
      return found;
    });
    expect(complaints.flat()).to.deep.equal([]);
    expect(await recordedSince(stage.service.core.log, head)).to.deep.equal([]);
  });

  it('is the same for HEAD as for GET, which then shows nothing', async () => {
    const askers = [
      'nobody',
      'reviewer',
      'admin, with a token to read',
      'admin, with a token to write',
      'admin of another firm',
    ];
    // A short run asks one of them for each route, in turns.
    const visits = documented()
      .filter(({ method }) => method === 'get')
      .flatMap((route, turn) =>
        sample(askers, (_name, place) => turn % askers.length === place).map((name) => ({
          route,
          who: people.byName(name),
        })),
      );
    const complaints = await together(visits, async ({ route, who }) => {
      const { path } = await preparedToRead(route, scene, who);
      const { status, text } = await who.client.request('HEAD', path);
      const expected = expectedOf(route, who, noteOf(route)).status;
      const isSame = expected === 'success' ? status === 200 || status in redirectsOf(route) : status === expected;
      return isSame && text === ''
        ? []
        : [`HEAD ${route.path} as ${who.name}: ${expected} expected, was ${status} ${text}`];
    });
    expect(complaints.flat()).to.deep.equal([]);
  });

  it('is given to everyone who may, with a real success', async () => {
    // A short run has each request made by the least who may, and every fourth read by one of the others in turn: the examples
    // of the documentation are all writes of an admin.
    const visits = documented().flatMap((route, turn) => {
      const may = people.all.filter((who) => expectedOf(route, who, noteOf(route)).status === 'success');
      const other = route.method === 'get' && turn % 4 === 0 ? 1 + ((turn / 4) % (may.length - 1)) : 0;
      return sample(may, (_who, place) => place === 0 || place === other).map((who) => ({ route, who }));
    });
    const last = visits.filter(({ route }) => noteOf(route).comesLast);
    const complaints = [
      ...(await together(
        visits.filter((visit) => !last.includes(visit)),
        served,
      )),
      ...(await together(last, served, 1)),
    ];
    expect(complaints.flat()).to.deep.equal([]);
  });

  async function served({ route, who }: { readonly route: Route; readonly who: Subject }): Promise<string[]> {
    try {
      const request = await preparedToRead(route, scene, who);
      const client = noteOf(route).endsToken ? await who.again() : who.client;
      const answer = await send(client, route, request);
      // Probes report the state of the process, which a busy machine delays.
      return route.isProbe && answer.status === 503 ? [] : differences(route, who, SUCCESS, answer);
    } catch (error) {
      return [`${nameOf(route)} as ${who.name}: ${(error as Error).message}`];
    }
  }

  function differences(route: Route, who: Subject, expected: Expected, answer: Answer<AnswerBody>): string[] {
    const what = `${nameOf(route)} as ${who.name}`;
    const reported = `${answer.status} ${answer.text.slice(0, 200)}`;
    const found: string[] = [];
    const { refusal } = noteOf(route);
    const isRedirected = expected.status === 'success' && answer.status in redirectsOf(route);
    if (!isRedirected && !isAsExpected(expected, answer, refusal))
      found.push(`${what}: ${JSON.stringify(expected)} expected, was ${reported}`);
    if (!Object.hasOwn(document.operationOf(route).responses, String(answer.status)))
      found.push(`${what}: the OpenAPI document does not tell of ${answer.status}`);
    for (const name of route.isProbe ? [] : ['limit', 'remaining', 'reset'])
      if (!answer.headers.has(`x-ratelimit-${name}`))
        found.push(`${what}: ${answer.status} without x-ratelimit-${name}`);
    return found;
  }
});

/** The success of a route that sends browsers elsewhere. */
const redirectsOf = ({ replies }: Route): Route['replies'] => (302 in replies ? { 302: null } : {});

function isAsExpected(expected: Expected, { status, body, headers }: Answer<AnswerBody>, refusal?: string): boolean {
  switch (expected.status) {
    case 'success':
      return refusal === undefined ? status >= 200 && status < 300 : body.code === refusal;
    case 401:
      return status === 401 && isPlain(body, 'unauthenticated') && headers.get('www-authenticate') === 'Bearer';
    case 404:
      return status === 404 && isPlain(body, 'not_found');
    case 403: {
      const { code, requiredAbility } = expected;
      const keys = ['message', 'code', ...(requiredAbility ? ['required_ability'] : [])];
      return (
        status === 403 && hasOnly(body, ...keys) && body.code === code && body.required_ability === requiredAbility
      );
    }
    case 422:
      return status === 422 && typeof body.code === 'string' && Object.keys(body.errors).length > 0;
  }
}

const isPlain = (body: AnswerBody, code: string): boolean => hasOnly(body, 'message', 'code') && body.code === code;

const hasOnly = (body: AnswerBody, ...keys: readonly string[]): boolean =>
  Object.keys(body).sort().join() === [...keys].sort().join();
