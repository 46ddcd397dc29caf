import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BadConfiguration, readConfig } from '../../configuration/config.ts';
import { waitUntil } from '../support/load.ts';
import { createDatabaseWithTables, dropDatabase, startProcess, type Database } from '../support/processes.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number };
  }[];
}

interface Collector {
  readonly url: string;
  readonly spans: SentSpan[];
  readonly headers: NodeJS.Dict<string | string[]>[];
  /** Attributes of the sending service. */
  readonly resources: Record<string, unknown>[];
  close(): Promise<void>;
}

const listAttributes = (attributes: SentSpan['attributes']): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

async function startCollector(): Promise<Collector> {
  const spans: SentSpan[] = [];
  const headers: Collector['headers'] = [];
  const resources: Record<string, unknown>[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (request.url !== '/otlp/v1/traces') return response.writeHead(404).end();
      headers.push(request.headers);
      const { resourceSpans } = JSON.parse(text);
      for (const { resource, scopeSpans } of resourceSpans) {
        resources.push(listAttributes(resource.attributes));
        for (const { spans: sent } of scopeSpans) spans.push(...sent);
      }
      return response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/otlp/`,
    spans,
    headers,
    resources,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('traces', function () {
  this.timeout(60_000);
  let service: TestService | null = null;
  let collector: Collector | null = null;
  let database: Database | null = null;
  afterEach(async () => {
    await service?.stop();
    await collector?.close();
    if (database) await dropDatabase(database);
    [service, collector, database] = [null, null, null];
  });

  it('show a posted entry as request, command, append and projection, with the id of the request', async () => {
    const { url, spans, headers, resources } = (collector = await startCollector());
    service = await startTestService({
      from: 'books',
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=one%20two' },
    });
    const { client } = await service.newFirm();
    const company = await service.newCompany(client);
    const requestId = 'traced-request-1';
    const body = {
      journal_id: company.journal('OD'),
      entry_date: `${new Date().getFullYear()}-01-15`,
      label: 'Traced',
      lines: [
        { account_id: company.account('610000'), debit: '10.00' },
        { account_id: company.account('550000'), credit: '10.00' },
      ],
    };
    const posted = await fetch(`${service.url}${company.path}/entries`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${client.token!}`,
        'Content-Type': 'application/json',
        'X-Request-Id': requestId,
      },
      body: JSON.stringify(body),
    });
    expect(posted.status, await posted.text()).to.equal(201);
    await fetch(`${service.url}/readyz`);
    const own = (): SentSpan[] =>
      spans.filter(({ attributes }) => listAttributes(attributes)['grandlivre.request_id'] === requestId);
    await waitUntil('the spans', () => own().length >= 4, 20_000);

    const find = (name: string): SentSpan => own().find((span) => span.name.startsWith(name))!;
    const [request, command, append, projection] = ['request', 'command', 'append', 'projection'].map(find);
    expect(own()).to.have.length(4);
    expect(request!.name).to.equal('request POST /v1/companies/{company}/entries');
    expect(listAttributes(request!.attributes)).to.include({ 'http.response.status_code': 201 });
    expect(listAttributes(command!.attributes)).to.include({ 'grandlivre.stream': `company-${company.id}` });
    expect([
      request!.parentSpanId,
      command!.parentSpanId,
      append!.parentSpanId,
      projection!.parentSpanId,
    ]).to.deep.equal([undefined, request!.spanId, command!.spanId, append!.spanId]);
    expect(new Set(own().map(({ traceId }) => traceId)).size).to.equal(1);
    expect(headers[0]!['api-key']).to.equal('one two');
    expect(resources[0]).to.include({ 'service.name': 'grandlivre', 'grandlivre.role': 'all' });
    expect(spans.filter(({ name }) => name.includes('readyz'))).to.deep.equal([]);
  });

  it('are sent by packages that are loaded only if there is an endpoint', async () => {
    collector = await startCollector();
    const folder = await mkdtemp(join(tmpdir(), 'grandlivre-tracing-'));
    const [preload, list] = [join(folder, 'preload.cjs'), join(folder, 'loaded.json')];
    await writeFile(
      preload,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)},
        JSON.stringify(Object.keys(require.cache).filter((name) => name.includes('@opentelemetry')))));`,
    );
    database = await createDatabaseWithTables();
    const listLoaded = async (endpoint: Record<string, string>): Promise<readonly string[]> => {
      const started = await startProcess({
        DATABASE_URL: database!.url,
        NODE_OPTIONS: `--require ${preload}`,
        ...endpoint,
      });
      await started.terminate();
      return JSON.parse(await readFile(list, 'utf8')) as string[];
    };
    try {
      expect(await listLoaded({})).to.deep.equal([]);
      expect(await listLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).to.not.deep.equal([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  for (const [name, value, words] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'such as http://127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317', 'such as http://127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret value', 'such as api-key=secret'],
    ['OTEL_TRACES_SAMPLER_ARG', '10', 'such as 0.1'],
    ['OTEL_SERVICE_NAME', 'a name', 'such as grandlivre'],
    ['READY_MAX_LAG_SECONDS', '0', 'at least 1'],
    ['SHUTDOWN_DELAY_SECONDS', 'soon', 'such as 5'],
  ] as const)
    it(`are refused with ${name}=${value}`, () => {
      expect(() => readConfig({ [name]: value }))
        .to.throw(BadConfiguration)
        .with.property('message')
        .that.contains(name)
        .and.contains(words)
        .and.not.contains('secret value');
    });
});
