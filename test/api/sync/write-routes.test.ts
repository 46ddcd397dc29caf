import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import type { Answer, AnswerBody } from '../../support/client.ts';
import { sample } from '../../support/long.ts';
import { nameOf, noteOf, parametersOf, prepared, send } from '../access/requests.ts';
import { setScene, useStage, type Scene } from '../access/scene.ts';
import { ownerOf } from '../access/subjects.ts';
import { together } from '../access/together.ts';

const FILE = '/v1/companies/{company}';
const NO_VERSION = 99_999;
const FIRST_FILING = 'there is no record with a version before a listing is filed for the first time';

/** Writes that speak of a record in their path and change nothing of it: there is no version to be held against. */
const WITHOUT_VERSION: Readonly<Record<string, string>> = {
  [`POST ${FILE}/history/{revision}/revert`]:
    'a change has no version, and what followed it stands in the way by itself',
  [`POST ${FILE}/history/operations/{operation}/revert`]: 'the same of an operation',
  [`POST ${FILE}/peppol/messages/{id}/resend`]:
    'the network moves a message at any time: whoever sends it again does so whatever it has said meanwhile',
  [`POST ${FILE}/documents/{id}/lifecycle`]: 'adds a status, and leaves the document as it is',
  [`POST ${FILE}/integrations/{id}/run`]: 'asks for a run, and leaves the integration as it is',
  [`POST ${FILE}/journals/{id}/rules`]: 'makes a record, and leaves the journal as it is',
  [`POST ${FILE}/entries/{id}/attachments`]: 'makes records, and leaves the entry as it is',
  [`POST ${FILE}/vat/intracom-listing/{year}/{period}/filed`]: FIRST_FILING,
  [`POST ${FILE}/vat/customer-listing/{year}/filed`]: FIRST_FILING,
  [`POST ${FILE}/vat/fees-281-50/{year}/filed`]: FIRST_FILING,
};

/** Writes of the company file itself, which no other parameter names. */
const OF_THE_FILE: readonly string[] = [
  `PATCH ${FILE}`,
  `DELETE ${FILE}`,
  `PATCH ${FILE}/settings`,
  `POST ${FILE}/sheet/refresh`,
  `PUT ${FILE}/logo`,
  `DELETE ${FILE}/logo`,
];

/** Writes that match whatever they find, also the records of other requests: no other one is sent meanwhile. */
const OF_ALL_RECORDS: readonly string[] = [`POST ${FILE}/lettering/auto`, `POST ${FILE}/bank-transactions/auto-match`];

/** Whether the request concerns one record that is there, and may have moved on since it was read. */
const hasVersion = (route: Route): boolean =>
  OF_THE_FILE.includes(nameOf(route)) ||
  (parametersOf(route.path).length > 0 && WITHOUT_VERSION[nameOf(route)] === undefined);

/** Every write of a company file, as its example makes it: a subject to come is tested without being told. */
describe('Every write route of a company file', function () {
  this.timeout(120_000);
  const stage = useStage();
  // What nothing in the surroundings of the tests lets succeed is tested where it does.
  const writes = routes.filter(
    (route) => route.method !== 'get' && route.path.startsWith(FILE) && noteOf(route).refusal === undefined,
  );
  let scene: Scene;

  before(async () => {
    scene = await setScene(stage);
  });

  const recorded = async (mutationId: string): Promise<number> => {
    const { rows } = await stage.service.core.pool.query<{ count: number }>(
      'SELECT count(*) FROM read.activity WHERE client_mutation_id = $1',
      [mutationId],
    );
    return rows[0]!.count;
  };

  it('acts once under a mutation id, and on no version but the one that the client has read', async () => {
    const complaintsOf = async (route: Route): Promise<string[]> => {
      const request = actingOn(await prepared(route, scene, ownerOf(scene)));
      const sent = (headers: Readonly<Record<string, string>>): Promise<Answer<AnswerBody>> =>
        send(scene.owner, route, { ...request, headers: { ...request.headers, ...headers } });
      const found: string[] = [];
      const version: Record<string, string> = {};
      if (hasVersion(route)) {
        const stale = randomUUID();
        const refused = await sent({ 'X-Client-Mutation-Id': stale, 'X-Base-Version': String(NO_VERSION) });
        found.push(...notConflict(refused), ...notConflict(await sent({ 'If-Match': `"v${NO_VERSION}"` })));
        if ((await recorded(stale)) > 0) found.push('what was refused has been recorded');
        version['X-Base-Version'] = String(refused.body.server_version);
      }
      const id = randomUUID();
      const first = await sent({ 'X-Client-Mutation-Id': id, ...version });
      if (first.status >= 300) found.push(`it is refused: ${first.status} ${first.text.slice(0, 300)}`);
      const effects = await recorded(id);
      found.push(...notReplayed(first, await sent({ 'Idempotency-Key': id, ...version })));
      found.push(...notReused(await sent({ 'X-Client-Mutation-Id': id, 'X-Base-Version': String(NO_VERSION - 1) })));
      if ((await recorded(id)) !== effects) found.push('it has acted again');
      return found.map((problem) => `${nameOf(route)}: ${problem}`);
    };
    // Some speak of the same record, such as the company file itself: it must not move on between their requests.
    const isAlone = (route: Route): boolean => hasVersion(route) || OF_ALL_RECORDS.includes(nameOf(route));
    // A short run tries every fourth one.
    const tried = sample(writes, (_route, turn) => turn % 4 === 0);
    const alone = await together(tried.filter(isAlone), complaintsOf, 1);
    const others = await together(
      tried.filter((route) => !isAlone(route)),
      complaintsOf,
    );
    expect([...alone, ...others].flat().join('\n')).to.equal('');
  });

  it('has no exception for a route that is gone', () => {
    const known = new Set(writes.map(nameOf));
    expect(
      [...Object.keys(WITHOUT_VERSION), ...OF_THE_FILE, ...OF_ALL_RECORDS].filter((name) => !known.has(name)),
    ).to.deep.equal([]);
  });
});

/** A dry run claims no key: where the example is one, the real request is sent. */
function actingOn<Request extends { readonly body?: unknown }>(request: Request): Request {
  const { body } = request;
  const isDryRun = typeof body === 'object' && body !== null && 'dry_run' in body;
  return isDryRun ? { ...request, body: { ...body, dry_run: false } } : request;
}

function notReplayed(first: Answer<AnswerBody>, again: Answer<AnswerBody>): string[] {
  if (again.status !== 200) return [`sent again it is ${again.status} ${again.text}`];
  return [
    ...(again.headers.get('x-idempotent-replay') === '1' ? [] : ['the second answer is not marked as a replay']),
    ...(again.text === first.text ? [] : ['the second answer is another one']),
    ...(again.headers.get('x-operation-id') === first.headers.get('x-operation-id') ? [] : ['another operation']),
  ];
}

function notReused({ status, body, text }: Answer<AnswerBody>): string[] {
  return status === 422 && body.code === 'idempotency_key_reused' ? [] : [`with another version: ${status} ${text}`];
}

function notConflict({ status, body, text }: Answer<AnswerBody>): string[] {
  if (status !== 409 || body.code !== 'conflict') return [`409 expected, was ${status} ${text.slice(0, 200)}`];
  return [
    ...(Number.isInteger(body.server_version) ? [] : ['the conflict does not tell the version of the server']),
    ...(typeof body.server_data === 'object' && body.server_data !== null ? [] : ['no data of the server']),
  ];
}
