import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { runInNewContext } from 'node:vm';
import request from 'supertest';
import { BUILT_DOCUMENT, makeOpenApiDocument } from '../../../api/documentation/document.ts';
import { getBuiltDocument } from '../../../api/documentation/guides/built-pages.ts';
import { loadRecordedExamples } from '../../../api/documentation/recorded.ts';
import { buildOpenApiDocument } from '../../../api/documentation/openapi.ts';
import { routes as serviceRoutes } from '../../../api/routes.ts';
import { buildOnce } from '../../support/processes.ts';
import { BASE_URL, toyApp } from './support.ts';

interface Operation {
  operationId: string;
  summary: string;
  security?: unknown[];
  parameters?: { name?: string; in?: string; required?: boolean; schema?: Record<string, unknown>; $ref?: string }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, { schema: Record<string, unknown> }> }
  >;
}
interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

describe('the OpenAPI document', () => {
  const { app, routes } = toyApp();
  const document = JSON.parse(JSON.stringify(buildOpenApiDocument(routes, BASE_URL))) as Document;
  const entries = document.paths['/v1/companies/{company}/entries']!;

  it('is served with an ETag and is public', async () => {
    const response = await request(app)
      .get('/openapi.json')
      .expect(200)
      .expect('Content-Type', /application\/json/);
    const served = buildOpenApiDocument(routes, BASE_URL, await loadRecordedExamples());
    expect(response.body).to.deep.equal(JSON.parse(JSON.stringify(served)));
    await request(app).get('/openapi.json').set('If-None-Match', response.headers.etag!).expect(304);
  });

  it('has every route of the table, and no other', () => {
    const listed = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    expect(listed).to.have.members(routes.map(({ method, path }) => `${method} ${path}`));
    expect(document.openapi).to.equal('3.1.0');
    expect(document.servers).to.deep.equal([{ url: BASE_URL }]);
  });

  it('names each operation once', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    );
    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids).to.include('postEntry').and.to.include('listEntries');
  });

  it('refers only to what exists', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!);
    expect(references).to.not.have.length(0);
    for (const reference of references) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      expect(target, reference).to.be.an('object');
    }
  });

  it('declares every parameter of every path', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      for (const operation of Object.values(item)) {
        const declared = (operation.parameters ?? []).map(
          (parameter) => parameter.$ref?.split('/').at(-1) ?? (parameter.in === 'path' ? parameter.name : ''),
        );
        for (const name of names) expect(declared, path).to.include(name);
      }
    }
  });

  it('describes bodies field by field', () => {
    expect(entries.post!.requestBody!.content['application/json']!.schema).to.deep.equal({
      $ref: '#/components/schemas/PostEntryRequest',
    });
    const schema = document.components.schemas!.PostEntryRequest as Record<string, unknown>;
    expect(schema).to.have.nested.property('properties.entry_date.format', 'date');
    expect(schema).to.have.nested.property('properties.journal_id.type', 'integer');
    expect(schema).to.have.nested.property('properties.lines.maxItems', 100);
    expect(schema).to.have.nested.property('properties.lines.items.properties.debit.pattern');
    expect(schema.required).to.have.members(['journal_id', 'entry_date', 'lines']);
    expect(schema).to.not.have.property('$schema');
  });

  it('describes queries', () => {
    const query = entries.get!.parameters!.filter((parameter) => parameter.in === 'query');
    expect(query.map(({ name, required }) => [name, required])).to.deep.equal([
      ['page', false],
      ['per_page', false],
      ['status', false],
    ]);
    expect(query[2]!.schema).to.deep.include({ enum: ['posted', 'reversed'] });
  });

  it('shares schemas that have an id', () => {
    expect(entries.post!.responses['201']!.content!['application/json']!.schema).to.deep.equal({
      $ref: '#/components/schemas/ToyEntry',
    });
    expect(document.components.schemas!.ToyEntry).to.include({ type: 'object' }).and.not.have.property('id');
    expect(document.components.schemas!.ToyEntry, 'open').not.to.have.property('additionalProperties');
  });

  it('lists the errors that a route can answer', () => {
    expect(Object.keys(entries.post!.responses)).to.include.members([
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '500',
      '503',
    ]);
    expect(entries.post!.responses['422']!.description).to.contain('`period_locked`');
    expect(document.paths['/v1/limited']!.get!.responses).to.have.property('429');
    expect(document.paths['/v1/ping']!.get!.responses).to.not.have.any.keys('401', '403');
  });

  it('has one schema for each error, which has a message and a code', () => {
    const { responses, schemas } = document.components as Record<string, Record<string, Record<string, unknown>>>;
    for (const [name, response] of Object.entries(responses!)) {
      if (name === 'Status304') continue;
      const content = response.content as Record<string, { schema: { $ref: string } }>;
      expect(Object.keys(content), name).to.deep.equal(['application/json']);
      const schema = schemas![content['application/json']!.schema.$ref.split('/').at(-1)!]!;
      expect(schema.required, name).to.include.members(['message', 'code']);
      expect(schema, name).to.not.have.any.keys('anyOf', 'oneOf');
    }
    expect(entries.post!.responses['422']!.$ref).to.equal('#/components/responses/Status422');
  });

  it('tells of repetitions: 304 for reads, 200 with the memorised body for writes', () => {
    expect(entries.get!.responses['304']).to.deep.equal({ $ref: '#/components/responses/Status304' });
    expect(JSON.stringify(entries.get!.parameters)).to.contain('IfNoneMatch');
    const { 200: replay, 201: first } = entries.post!.responses;
    expect(replay!.description).to.contain('Replay');
    expect(replay!.content).to.deep.equal(first!.content);
    expect(JSON.stringify(replay)).to.contain('X-Idempotent-Replay');
  });

  it('describes every parameter', () => {
    for (const item of Object.values(document.paths))
      for (const { parameters = [], operationId } of Object.values(item))
        for (const one of parameters as { $ref?: string; name?: string; description?: string }[])
          if (!one.$ref) expect(one.description, `${operationId} ${one.name}`).to.be.a('string').and.not.equal('');
  });

  it('asks for a token except where none is needed', () => {
    expect(document.paths['/v1/ping']!.get!.security).to.deep.equal([]);
    expect(entries.post).to.not.have.property('security');
    expect(document.components.securitySchemes).to.have.nested.property('bearer.scheme', 'bearer');
  });
});

describe('the documentation page', function () {
  this.timeout(60_000);
  const { app } = toyApp();

  before(() => buildOnce());

  it('shows the document that the build has made of the routes of the service', async () => {
    const built = await readFile(getBuiltDocument(BUILT_DOCUMENT), 'utf8');
    expect(built === (await makeOpenApiDocument(serviceRoutes))).to.equal(true);
    expect(built).to.contain('"servers":[{"url":""}]');
  });

  it('loads nothing from other hosts and has no script inside', async () => {
    const { text, headers } = await request(app)
      .get('/docs')
      .expect(200)
      .expect('Content-Type', /text\/html/);
    expect(text).to.not.match(/https?:\/\//);
    expect(text).to.not.match(/<script>|\son\w+=/);
    const policy = headers['content-security-policy']!;
    expect(policy)
      .to.contain("script-src 'self'")
      .and.not.match(/https?:|unsafe/);
    expect(headers['content-security-policy']).to.not.contain(', ');
  });

  it('finds all its files here', async () => {
    const { text } = await request(app).get('/docs');
    const files = [...text.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, file]) => file!);
    expect(files).to.include.members([
      '/docs/search.js',
      '/docs/guides.css',
      '/docs/reference.css',
      '/docs/guides',
      '/docs/start.js',
    ]);
    for (const file of files) {
      const response = await request(app).get(file).set('Accept-Encoding', 'identity').buffer(true).expect(200);
      expect(Number(response.headers['content-length'])).to.be.above(100);
    }
    await request(app)
      .get('/docs/swagger-ui.css')
      .expect('Content-Type', /text\/css/);
    await request(app)
      .get('/docs/start.js')
      .expect('Content-Type', /text\/javascript/)
      .expect(/openapi\.json/)
      .expect(/location\.origin/)
      .expect(/persistAuthorization: false/);
  });

  it('has the error codes for those without a token, in their language', async () => {
    const { body } = await request(app).get('/docs/error-codes.json').set('Accept-Language', 'nl').expect(200);
    const locked = (body as { code: string; status: number; message: string }[]).find(
      ({ code }) => code === 'period_locked',
    );
    expect(locked?.status).to.equal(422);
    expect(locked?.message).to.match(/periode/i);
    await request(app)
      .get('/docs/start.js')
      .expect(/\/docs\/error-codes\.json/);
  });

  it('draws what a route adds to a shared answer, and what a field adds to a shared schema', async () => {
    const { text } = await request(app).get('/docs/start.js').buffer(true);
    const source = /const olderOf = [^]*?\n};\n/.exec(text)![0];
    // The page's own function, without a page.
    const olderOf = runInNewContext(`${source} olderOf`) as (spec: object) => Record<string, unknown>;
    const spec = {
      components: { responses: { Status422: { description: 'Wrong.', content: {} } } },
      answer: { $ref: '#/components/responses/Status422', description: 'Wrong. Codes: `period_locked`.' },
      field: { $ref: '#/components/schemas/Account', description: 'The account.' },
      plain: { $ref: '#/components/schemas/Account' },
      nullable: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      example: { type: ['string', 'null'] },
    };
    const older = JSON.parse(JSON.stringify(olderOf(spec))) as Record<string, unknown>;
    expect(older.answer).to.deep.equal({ description: 'Wrong. Codes: `period_locked`.', content: {} });
    expect(older.field).to.deep.equal({
      allOf: [{ $ref: '#/components/schemas/Account' }],
      description: 'The account.',
    });
    expect(older.plain).to.deep.equal({ $ref: '#/components/schemas/Account' });
    expect(older.nullable).to.deep.equal({ type: 'string', nullable: true });
    expect(older.example, 'data').to.deep.equal({ type: ['string', 'null'] });
  });

  it('serves no other file of the package', async () => {
    for (const name of ['package.json', 'pages.json', '..%2fpackage.json', 'index.html', 'constructor']) {
      await request(app).get(`/docs/${name}`).expect(404);
    }
  });
});
