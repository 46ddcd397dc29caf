import { writeFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { isSelfEvident } from '../../api/documentation/field-descriptions.ts';
import { buildOpenApiDocument } from '../../api/documentation/openapi.ts';
import { getOperationId } from '../../api/documentation/operation-ids.ts';
import { loadRecordedExamples, type RecordedExample, type RecordedExamples } from '../../api/documentation/recorded.ts';
import { RESPONSES } from '../../api/documentation/shared.ts';
import type { Route } from '../../api/http/routing/route.ts';
import { routes } from '../../api/routes.ts';
import { startCounting } from '../api/access/basics.ts';
import { nameOf, noteOf } from '../api/access/requests.ts';
import { EXAMPLE_PROVIDER, setScene } from '../api/access/scene.ts';
import { startDirectories, type TestDirectories } from '../support/directories.ts';
import type { Answer, AnswerBody, Client } from '../support/client.ts';
import { createTestDatabase } from '../support/database.ts';
import { createPartitionedTables, findTablesReadWhole } from '../support/partition-plans.ts';
import { listRecordedStatements, recordStatements } from '../support/recorded-statements.ts';
import { startTestService, useService, type TestService } from '../support/service.ts';
import { startMailServer, type TestMailServer } from '../support/smtp-server.ts';
import { areas, examplesOf, furnish, type Made } from './examples/recording.ts';

/**
 * The examples of the documentation are requests that these tests send as they stand, and answers that the service gave. With
 * `RECORD=1` (`npm run docs:examples`) they are made anew.
 */
const FILE = new URL('../../api/documentation/examples.json', import.meta.url);
const isRecording = process.env['RECORD'] === '1';
const STALE = 'run `npm run docs:examples`';

describe('The examples of the documentation', function () {
  this.timeout(60_000);
  let mails: TestMailServer;
  let directories: TestDirectories;
  let recorded: RecordedExamples;
  const fresh: Record<string, RecordedExample> = {};

  before(async () => {
    recordStatements();
    [mails, directories] = await Promise.all([startMailServer(), startDirectories()]);
    recorded = isRecording ? {} : await loadRecordedExamples();
  });

  after(async () => {
    await Promise.all([mails?.close(), directories?.close()]);
    if (isRecording && Object.keys(fresh).length === routes.length) writeFileSync(FILE, written(withOthersAnswers(fresh)));
  });

  for (const area of areas)
    it(`of ${area} succeed as they stand, and are answered as they say`, async () => {
      startCounting();
      const withoutDryRun: string[] = [];
      const environment = { SMTP_URL: mails.url, TRUST_PROXY: '1', ...directories.environment, ...EXAMPLE_PROVIDER };
      const service = await startTestService({ environment });
      try {
        const scene = await setScene({ service, mails });
        await furnish(scene);
        for await (const made of examplesOf(area, scene)) {
          const head = await service.core.log.readHead();
          if (isRecording) fresh[made.operation] = await recordedNow(made);
          else await checkAgainst(made, recorded[made.operation]);
          if (needsDryRun(made.route) && (await hasPosted(service, head))) withoutDryRun.push(nameOf(made.route));
        }
        expect(withoutDryRun, 'these routes post: declare `dryRun`').to.deep.equal([]);
      } finally {
        await service.stop();
      }
    });

  it('read company files by their company, so that one partition is enough', async () => {
    const database = await createTestDatabase();
    try {
      await createPartitionedTables(database.pool);
      const found: string[] = [];
      for (const text of listRecordedStatements().filter((one) => !ACROSS_FILES.some((part) => one.includes(part)))) {
        const tables = await findTablesReadWhole(database.pool, text);
        if (tables.length > 0) found.push(`${tables.join(', ')}: ${text}`);
      }
      expect(found, 'these statements read all partitions').to.deep.equal([]);
    } finally {
      await database.drop();
    }
  });
});

/** Parts of statements that mean all company files: of a firm, a request, a queue, an external platform, the log. */
const ACROSS_FILES = [
  // A user in all company files, and a stream that is rebuilt.
  ...['FROM read.activity WHERE user_id = $1', 'DELETE FROM read.activity WHERE stream ='],
  // Tables beside, which hold one company file.
  'read_file.',
  'NULL AS hash FROM read.activity',
  ...['"firm_id" = $1', '"client_mutation_id" = $'],
  ...["m.status = 'queued'", "status = 'queued'", '"external_id" = $1', '"status" = \'requested\''],
];

/** Their requests are requests of their own, with their own `dry_run`. */
const CARRIES_OTHERS = new Set(['POST /v1/companies/{company}/sync/push']);

const needsDryRun = (route: Route): boolean =>
  route.method !== 'get' && route.dryRun === undefined && !CARRIES_OTHERS.has(nameOf(route));

async function hasPosted({ core }: TestService, head: number): Promise<boolean> {
  for await (const events of core.log.readAll(head)) if (events.some(({ type }) => type === 'EntryPosted')) return true;
  return false;
}

async function recordedNow(made: Made): Promise<RecordedExample> {
  const { request, route } = made;
  if (noteOf(route).refusal) return { ...request, status: Number(Object.keys(route.replies)[0]) };
  return { ...request, ...(await made.send({ ...request, status: 0 })) };
}

/** Answers of which no other route has the schema, made of those of several. */
const COMPOSED: Readonly<Record<string, (examples: RecordedExamples) => unknown>> = {
  'POST /v1/companies/{company}/sync/external': (examples) => ({
    company: (examples['listCompanies']!.answer as readonly unknown[])[0],
    documents: { taken: 2, known: 0, refused: [], has_more: false },
    problems: [],
  }),
};

/** Answers beside the usual one, which need a provider of single sign-on or another query. */
const BESIDE: Readonly<Record<string, RecordedExample['otherAnswers']>> = {
  'DELETE /v1/companies/{company}/lettering/{id}': { 200: { dry_run: true, entries: [] } },
  'POST /v1/auth/logout': {
    200: { end_session_url: 'https://login.example.com/session/end?client_id=grandlivre' },
  },
};

/** What the surroundings of the tests cannot do has the answer of a route that answers with the same schema. */
function withOthersAnswers(examples: RecordedExamples): RecordedExamples {
  const completed = routes.map((route) => {
    const [operation, schema] = [getOperationId(route), Object.values(route.replies)[0]];
    const own = examples[operation]!;
    const otherAnswers = BESIDE[nameOf(route)];
    if (otherAnswers) return [operation, { ...own, otherAnswers }] as const;
    if (!noteOf(route).refusal) return [operation, own] as const;
    const other = routes.find((one) => one !== route && schema && Object.values(one.replies).includes(schema));
    const answer = COMPOSED[nameOf(route)]?.(examples) ?? (other && examples[getOperationId(other)]!.answer);
    return [operation, { ...own, answer }] as const;
  });
  return Object.fromEntries(completed);
}

async function checkAgainst(made: Made, documented: RecordedExample | undefined): Promise<void> {
  const { operation, request, route } = made;
  expect(documented, `${operation} has no example: ${STALE}`).to.be.an('object');
  const { status, answer: _answer, otherAnswers: _others, csv: _csv, ...asked } = documented!;
  expect(asked, `${operation}: ${STALE}`).to.deep.equal(JSON.parse(JSON.stringify(request)));
  if (noteOf(route).refusal) return;
  const answered = await made.send(documented!);
  expect(answered.status, operation).to.equal(status);
  expect(missing(documented!.answer, answered.answer), `${operation} no longer answers this: ${STALE}`).to.deep.equal([]);
  expect(answered.csv?.split('\r\n')[0], operation).to.equal(documented!.csv?.split('\r\n')[0]);
}

/** Members of a documented answer that the real one does not have. */
function missing(documented: unknown, real: unknown, at = ''): string[] {
  if (typeof documented !== 'object' || documented === null) return [];
  if (typeof real !== 'object' || real === null) return [at];
  return Object.entries(documented).flatMap(([name, member]) =>
    name in real ? missing(member, (real as Record<string, unknown>)[name], `${at}/${name}`) : [`${at}/${name}`],
  );
}

/** An operation a line, so that two changes seldom meet. */
const written = (examples: RecordedExamples): string =>
  `{\n${Object.keys(examples)
    .toSorted()
    .map((operation) => `${JSON.stringify(operation)}: ${JSON.stringify(examples[operation])}`)
    .join(',\n')}\n}\n`;

interface Content {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>;
}
interface Operation {
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, Content>> }>>;
}

describe('The OpenAPI document with its examples', () => {
  let document: {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;
  };
  const without: string[] = [];
  const unlike: string[] = [];

  before(async () => {
    document = JSON.parse(JSON.stringify(buildOpenApiDocument(routes, 'https://grandlivre.example', await loadRecordedExamples())));
    const validator = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
    validator.addSchema(document, 'document');
    // Many answers have the same schema, which is compiled once.
    const compiled = new Map<string, ValidateFunction>();
    const compile = (pointer: string, schema: unknown): ValidateFunction => {
      const text = JSON.stringify(schema);
      const known = compiled.get(text) ?? validator.compile({ $ref: `document${pointer}/schema` });
      compiled.set(text, known);
      return known;
    };
    const check = (place: string, pointer: string, { schema, example, examples }: Content): void => {
      const values = example !== undefined ? [example] : Object.values(examples ?? {}).map(valueOf);
      if (values.length === 0) without.push(place);
      for (const value of values) {
        const validate = compile(pointer, schema);
        if (!validate(value)) unlike.push(`${place}: ${validator.errorsText(validate.errors)}`);
      }
    };
    const valueOf = ({ $ref, value }: { $ref?: string; value?: unknown }): unknown =>
      $ref ? document.components['examples']![$ref.split('/').at(-1)!]!['value'] : value;
    const pointerTo = (...names: string[]): string =>
      names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
    for (const [path, item] of Object.entries(document.paths))
      for (const [method, { requestBody, responses }] of Object.entries(item)) {
        const name = `${method.toUpperCase()} ${path}`;
        const at = `#${pointerTo('paths', path, method)}`;
        for (const [type, content] of Object.entries(requestBody?.content ?? {}))
          check(`${name} ${type}`, `${at}${pointerTo('requestBody', 'content', type)}`, content);
        for (const [status, { content = {} }] of Object.entries(responses))
          for (const [type, one] of Object.entries(content))
            if (type === 'application/json')
              check(`${name} ${status}`, `${at}${pointerTo('responses', status, 'content', type)}`, one);
      }
    for (const [status, { content = {} }] of Object.entries(document.components['responses']!))
      for (const [type, one] of Object.entries(content as Record<string, Content>))
        check(status, `#${pointerTo('components', 'responses', status, 'content', type)}`, one);
  });

  it('has one for every body and every answer', () => {
    expect(without).to.deep.equal([]);
  });

  it('says what every parameter and every field means, where its name does not', () => {
    const speechless = new Set<string>();
    const look = (schema: unknown, at: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [key, member] of Object.entries(schema)) {
        if (key === 'example' || key === 'examples') continue;
        if (key !== 'properties') look(member, at);
        else
          for (const [name, field] of Object.entries(member as Record<string, { description?: string }>)) {
            if (!field.description && !isSelfEvident(name)) speechless.add(`${at}: ${name}`);
            look(field, `${at}.${name}`);
          }
      }
    };
    for (const [name, schema] of Object.entries(document.components['schemas']!)) look(schema, name);
    for (const [path, item] of Object.entries(document.paths))
      for (const [method, { requestBody, responses, parameters = [] }] of Object.entries(item)) {
        look([requestBody, responses], `${method.toUpperCase()} ${path}`);
        for (const { $ref, name, description } of parameters)
          if (!$ref && !description) speechless.add(`${method.toUpperCase()} ${path}: parameter ${name}`);
      }
    const hint = 'describe them with `meta`, or in api/documentation/field-words.ts when the name means the same everywhere';
    expect([...speechless], hint).to.deep.equal([]);
  });

  it('tells the data of a change by its resource', () => {
    const { SyncChange } = document.components['schemas']!;
    const { oneOf, discriminator } = SyncChange as {
      oneOf: { $ref: string }[];
      discriminator: { propertyName: string; mapping: Record<string, string> };
    };
    expect(discriminator.propertyName).to.equal('resource');
    expect(oneOf.map(({ $ref }) => $ref)).to.have.members(Object.values(discriminator.mapping));
    expect(discriminator.mapping).to.include.keys('accounts', 'entries', 'third-parties', 'companies', 'lettering');
    expect(document.components['schemas']!['EntryChange']).to.have.deep.nested.property('properties.data.anyOf', [
      { $ref: '#/components/schemas/Entry' },
      { $ref: '#/components/schemas/SyncDeletion' },
    ]);
  });

  it('has none that its own schemas would refuse', () => {
    expect(unlike).to.deep.equal([]);
  });
});

describe('The examples of errors', () => {
  const service = useService({ from: 'books' });
  let path: string;
  let client: Client;
  let reader: Client;

  before(async () => {
    const firm = await service.newFirm();
    client = firm.client;
    path = (await service.newCompany(client)).path;
    reader = service.anonymous.as(await service.integrationToken(firm.admin.id, ['read']));
  });

  const unbooked = { journal_id: 1, lines: [{ account: '999999', debit: '1.00' }, { account: '440000', credit: '1.00' }] };
  const requests: Readonly<Record<number, () => Promise<Answer<AnswerBody>>>> = {
    400: () => client.post(`${path}/entries`, '{'),
    401: () => service.anonymous.get(path, { 'Accept-Language': 'en' }),
    403: () => reader.post(`${path}/entries`, {}),
    404: () => client.get(`${path}/entries/999999999`),
    405: () => client.delete('/v1/ping', { 'Accept-Language': 'en' }),
    409: async () => {
      const { body } = await client.get<AnswerBody[]>(`${path}/journals`);
      return client.patch(`${path}/journals/${body[0]!.id}`, { label: 'X' }, { 'X-Base-Version': '99' });
    },
    413: () => client.post(`${path}/entries`, { label: 'x'.repeat(1_048_576) }),
    415: () => client.post(`${path}/entries`, 'x', { 'Content-Type': 'text/plain' }),
    422: () => client.post(`${path}/entries`, unbooked),
    429: async () => {
      const tries = Array.from({ length: 21 }, () => client.post('/v1/auth/tokens', {}));
      return (await Promise.all(tries)).find(({ status }) => status === 429)!;
    },
  };

  for (const [status, send] of Object.entries(requests))
    it(`${status} is answered as it says`, async () => {
      const { content } = RESPONSES[Number(status)] as { content: Record<string, { example: AnswerBody }> };
      const { example } = content['application/json']!;
      const answer = await send();
      expect(answer.status).to.equal(Number(status));
      expect(Object.keys(answer.body).sort()).to.deep.equal(Object.keys(example).sort());
      expect(answer.body.code).to.equal(example.code);
      expect(answer.body['error_codes']).to.deep.equal(example['error_codes']);
      expect(answer.body.message.replace(/\d+/g, '#')).to.equal(example.message.replace(/\d+/g, '#'));
    });
});
