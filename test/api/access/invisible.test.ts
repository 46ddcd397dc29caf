import { expect } from 'chai';
import type { Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import { expectStatus, type Answer, type AnswerBody, type Client } from '../../support/client.ts';
import { sample } from '../../support/long.ts';
import { nameOf, prepared, send, type Prepared } from './requests.ts';
import { must, setScene, useStage, type Scene } from './scene.ts';
import { ownerOf } from './subjects.ts';
import { together } from './together.ts';

const NOBODYS = 'AAAAAAAAAAAA';
/** Other in every answer, whatever it is about. */
const VOLATILE = new Set([
  'date',
  'x-position',
  'x-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'keep-alive',
]);

/** Nobody learns whether a firm or a company file exists that they may not see: it is as one that was never there. */
describe('A firm or company file that is not seen', function () {
  this.timeout(60_000);
  const stage = useStage();
  let scene: Scene;
  let outsiders: Readonly<Record<string, Client>>;

  before(async () => {
    const { service } = stage;
    scene = await setScene(stage);
    const demo = await setScene(stage, { isDemo: true });
    // A demo user stays inside even when a real firm has taken them in.
    await service.join(scene.firm, demo.firm.admin.id, 'admin');
    const detached = await service.newMember(scene.firm, 'admin');
    await scene.owner.delete(`/v1/firms/${scene.firm.token}/members/${detached.id}`);
    outsiders = {
      'admin of another firm': (await service.newFirm()).client,
      'admin who was detached': detached.client,
      'admin who is not active': (await service.newMember(scene.firm, 'admin', { isActive: false })).client,
      'user without a firm': (await service.newUser()).client,
      'user of the demo firm': demo.owner,
      'member without the file': (await service.newMember(scene.firm, 'admin', { allCompanies: false })).client,
    };
  });

  /** Who cannot see what the path names: a member without the file still sees the firm. */
  const outsidersOf = ({ path }: Route) =>
    Object.entries(outsiders).filter(([name]) => path.includes('{company}') || name !== 'member without the file');
  const placed = routes.filter(
    ({ path, ability }) => /\{(company|firm)\}/.test(path) && ability !== 'signed' && ability !== 'public',
  );

  const elsewhere = (request: Prepared): Prepared => ({
    ...request,
    path: request.path
      .replace(`/companies/${(request.file ?? scene.file).token}`, `/companies/${NOBODYS}`)
      .replace(`/firms/${scene.firm.token}`, `/firms/${NOBODYS}`),
  });

  /** Nobody here gets as far as using one up. */
  const requests = new Map<Route, Promise<Prepared>>();
  const requestFor = (route: Route): Promise<Prepared> => {
    const request = requests.get(route) ?? prepared(route, scene, ownerOf(scene));
    requests.set(route, request);
    return request;
  };

  it('is answered to the letter like one that nobody has', async () => {
    // That all of them are refused at every route is proved with the matrix: in a short run one is compared, in turns.
    const turns = new Map(placed.map((route, turn) => [route, turn]));
    const complaints = await together(placed, async (route) => {
      const request = await requestFor(route);
      const found: string[] = [];
      const all = outsidersOf(route);
      for (const [name, client] of sample(all, (_, place) => place === turns.get(route)! % all.length)) {
        const unseen = await send(client, route, request);
        const unknown = await send(client, route, elsewhere(request));
        if (unseen.status !== 404 || reported(unseen) !== reported(unknown))
          found.push(`${nameOf(route)} as ${name}:\n${reported(unseen)}\nand of nobody:\n${reported(unknown)}`);
        if (/table|relation|model|company|firm|sql/i.test(unseen.text)) found.push(`${nameOf(route)}: ${unseen.text}`);
      }
      return found;
    });
    expect(complaints.flat()).to.deep.equal([]);
  });

  it('is a 404 before anything is said about headers, queries and bodies', async () => {
    const bodies = ['{', '[]', { journal_id: 'x' }];
    const wrong = { headers: { 'X-Base-Version': 'x', 'X-Client-Mutation-Id': 'x'.repeat(65) } };
    // A short run sends one of the bodies to each route, in turns.
    const tried = placed.map((route, turn) => ({
      route,
      sent: route.method === 'get' ? [undefined] : sample(bodies, (_, place) => place === turn % bodies.length),
    }));
    const complaints = await together(tried, async ({ route, sent }) => {
      const request = await requestFor(route);
      const found: string[] = [];
      for (const body of sent) {
        for (const requested of [request, elsewhere(request)]) {
          const answer = await send(outsiders['user without a firm']!, route, {
            ...requested,
            ...wrong,
            path: `${requested.path}?page=x&since=-1&from=never`,
            body,
          });
          if (answer.status !== 404 || answer.text !== '{"message":"Not found.","code":"not_found"}')
            found.push(`${nameOf(route)} with ${JSON.stringify(body)}: ${answer.status} ${answer.text}`);
        }
      }
      return found;
    });
    expect(complaints.flat()).to.deep.equal([]);
  });

  it('is a 404 also for an answer that is kept: what was allowed once is not shown again', async () => {
    const { id, client } = await stage.service.newMember(scene.firm, 'encoder');
    const keyed = { 'X-Client-Mutation-Id': `kept-${id}` };
    const ask = () => client.post(`${scene.file.path}/third-parties`, { type: 'customer', name: 'Kept' }, keyed);
    await expectStatus(ask(), 201);
    expect((await ask()).headers.get('x-idempotent-replay')).to.equal('1');
    const member = `/v1/firms/${scene.firm.token}/members/${id}`;
    await must(scene.owner.patch(member, { role: 'reviewer' }));
    await expectStatus(ask(), 403);
    await must(scene.owner.put(`${member}/companies`, { company_tokens: [] }));
    expect((await ask()).text).to.equal('{"message":"Not found.","code":"not_found"}');
    await must(scene.owner.delete(member));
    expect((await ask()).text).to.equal('{"message":"Not found.","code":"not_found"}');
  });

  const unseenAndUnknown = () =>
    [
      [scene.file.path, `/v1/companies/${NOBODYS}`],
      [`${scene.file.path}/entries`, `/v1/companies/${NOBODYS}/entries`],
      [`/v1/firms/${scene.firm.token}`, `/v1/firms/${NOBODYS}`],
    ] as const;

  it('takes the time that one takes that nobody has', async () => {
    for (const [unseen, unknown] of unseenAndUnknown())
      expect(await isOfSimilarTime(outsiders['admin of another firm']!, unseen, unknown), unseen).to.equal(true);
  });

  it('asks the database as often as one that nobody has, which tells it apart from none however fast the machine is', async () => {
    const { pool } = stage.service.core;
    const client = outsiders['admin of another firm']!;
    let questions = 0;
    const query = pool.query.bind(pool);
    const askedOnce = async (path: string): Promise<number> => {
      questions = 0;
      await client.get(path);
      return questions;
    };
    // What runs in the background asks too, now and then: the least of several is what the request asks.
    const requested = async (path: string): Promise<number> =>
      Math.min(await askedOnce(path), await askedOnce(path), await askedOnce(path));
    try {
      pool.query = ((...args: Parameters<typeof query>) => ((questions += 1), query(...args))) as typeof pool.query;
      for (const [unseen, unknown] of unseenAndUnknown()) {
        // Whoever may see the file has just looked at it, so that it is in mind.
        await scene.owner.get(unseen);
        expect([unseen, await requested(unseen)]).to.deep.equal([unseen, await requested(unknown)]);
      }
    } finally {
      pool.query = query;
    }
  });
});

function reported({ status, headers, text }: Answer<AnswerBody>): string {
  const kept = [...headers].filter(([name]) => !VOLATILE.has(name)).map(([name, value]) => `${name}: ${value}`);
  return [String(status), ...kept.sort(), text].join('\n');
}

const ROUNDS = 60;
const TRIES = 3;
/** What a busy machine and one question to the database may make of it; whoever reads the file itself asks several. */
const ALLOWED = { factor: 3, milliseconds: 4 };

/** In turns, so that whatever else the machine does falls on both alike. */
async function isOfSimilarTime(client: Client, one: string, other: string): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, path] of [one, other].entries()) {
        const start = performance.now();
        await client.get(path);
        times[index]!.push(performance.now() - start);
      }
    }
    const [a, b] = times.map(median) as [number, number];
    if (Math.max(a, b) <= ALLOWED.factor * Math.min(a, b) + ALLOWED.milliseconds) return true;
  }
  return false;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
