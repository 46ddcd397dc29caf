import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { buildOpenApiDocument } from '../../api/documentation/openapi.ts';
import { routes } from '../../api/routes.ts';
import {
  createGrandlivreClient,
  downloadFile,
  downloadLink,
  GrandlivreError,
  listAll,
  NO_MUTATION_ID,
  unwrap,
  uploadFiles,
  verifyWebhook,
  watchChanges,
  type WebhookSignatureError,
  type GrandlivreClient,
  type LiveEvent,
  type WatchOptions,
} from '../../clients/typescript/index.ts';
import { useService, type TestCompany, type TestFirm } from '../support/service.ts';
import { openLine, type Line } from './line.ts';
import { BODY, NOW, SECRET, SIGNATURE } from './webhook-vector.ts';

describe('The TypeScript client', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let line: Line;
  let client: GrandlivreClient;
  /** What it waited between attempts. */
  const waits: number[] = [];
  const fetched: Request[] = [];

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    line = await openLine(service.url);
    client = createGrandlivreClient({
      url: `${line.url}/`,
      token: () => Promise.resolve(firm.client.token!),
      language: 'nl',
      deviceId: 'till-1',
      deviceName: 'Kassa één',
      fetch: (request) => (fetched.push(request), fetch(request)),
      retries: { wait: (milliseconds) => (waits.push(milliseconds), Promise.resolve()) },
    });
  });
  after(() => line.close());
  beforeEach(() => {
    waits.length = 0;
    line.sent.length = 0;
  });

  const params = () => ({ path: { company: file.token } });
  const addParty = (name: string) =>
    unwrap(
      client.POST('/v1/companies/{company}/third-parties', { params: params(), body: { type: 'customer', name } }),
    );

  it('does a write once although its response is lost, under one mutation id', async () => {
    line.loses = { path: '/third-parties', count: 2 };
    const { id } = await addParty('Lost and found');
    expect(line.lost).to.equal(2);
    const ids = line.sent.map(({ headers }) => headers['x-client-mutation-id']);
    expect(ids).to.have.length(3);
    expect(new Set(ids).size).to.equal(1);
    expect(ids[0]).to.match(/^[0-9a-f-]{36}$/);
    const all = await unwrap(client.GET('/v1/companies/{company}/third-parties', { params: params() }));
    expect(all.filter(({ name }) => name === 'Lost and found').map((party) => party.id)).to.deep.equal([id]);
    expect(line.sent[0]!.headers).to.include({ 'x-device-id': 'till-1', 'x-device-name': 'Kassa%20%C3%A9%C3%A9n' });
  });

  it('waits as long as the service asks, and returns the response if that is too long', async () => {
    line.prepared.push({ status: 429, headers: { 'Retry-After': '7' } }, { status: 503 });
    expect((await client.GET('/v1/ping')).response.status).to.equal(200);
    expect(waits[0]).to.equal(7_000);
    expect(waits[1]).to.be.within(500, 1_000);
    line.prepared.push({ status: 429, headers: { 'Retry-After': '900' }, body: { code: 'rate_limited', message: '' } });
    expect((await client.GET('/v1/ping')).response.status).to.equal(429);
    line.prepared.push({ status: 409, headers: { 'Retry-After': '1' }, body: { code: 'request_in_progress' } });
    await addParty('Still running');
    expect(waits.slice(2)).to.deep.equal([1_000]);
  });

  it('sends what has no mutation id again only if the service has not begun', async () => {
    const body = { email: 'nobody@example.com', password: 'wrong password' };
    line.loses = { path: '/login', count: 1 };
    const failure: unknown = await client.POST('/v1/auth/login', { body }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error);
    expect(line.sent).to.have.length(1);
    line.prepared.push({ status: 503, headers: { 'Retry-After': '2' } });
    expect((await client.POST('/v1/auth/login', { body })).response.status).to.equal(422);
    expect(waits).to.deep.equal([2_000]);
    expect(line.sent[1]!.headers).to.not.have.property('x-client-mutation-id');
  });

  it('knows the writes without a mutation id as the document does', () => {
    const { paths } = buildOpenApiDocument(routes, 'https://books.example.com') as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly object[] }>>>>;
    };
    const [without, known] = [new Set<string>(), new Set<string>()];
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { parameters }] of Object.entries(methods)) {
        if (!['post', 'put', 'patch', 'delete'].includes(method)) continue;
        if (NO_MUTATION_ID.test(path)) known.add(path);
        if (!JSON.stringify(parameters ?? []).includes('ClientMutationId')) without.add(path);
      }
    expect(known).to.deep.equal(without);
  });

  it('throws a refusal with its code, in the language asked for', async () => {
    const path = { ...params().path, id: 999_999 };
    const refused: unknown = await unwrap(
      client.GET('/v1/companies/{company}/third-parties/{id}', { params: { path } }),
    ).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(GrandlivreError).and.include({ status: 404 });
    expect((refused as GrandlivreError).requestId).to.be.a('string');
  });

  it('gives all records of a list, page by page', async () => {
    const made = [await addParty('First'), await addParty('Second'), await addParty('Third')];
    for (const { id } of made) {
      const path = { company: file.token, id };
      await unwrap(client.DELETE('/v1/companies/{company}/third-parties/{id}', { params: { path } }));
    }
    const names: string[] = [];
    const query = { per_page: 2 };
    for await (const { label } of listAll(client, '/v1/companies/{company}/trash', { params: { ...params(), query } }))
      names.push(label!.split(' ')[1]!);
    expect(names).to.have.members(['First', 'Second', 'Third']);
    const pages = line.sent.flatMap(({ url }) => /trash\?.*/.exec(url) ?? []);
    expect(pages).to.deep.equal(['trash?per_page=2&page=1', 'trash?per_page=2&page=2']);
  });

  it('uploads files and downloads them again', async () => {
    line.loses = { path: '/document-imports', count: 1 };
    const content = '%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n';
    const uploaded = await uploadFiles(client, 'post', '/v1/companies/{company}/document-imports', {
      params: params(),
      body: { 'files[]': [new File([content], 'Facture été.pdf', { type: 'application/pdf' })] },
    });
    const [made] = uploaded.imports;
    const link = await downloadLink(client, made!.file_url);
    expect(link).to.include({ name: 'Facture été.pdf', type: 'application/pdf' });
    expect(await link.response.text()).to.equal(content);
    expect(fetched.at(-1)!.headers.has('Authorization')).to.equal(false);

    const report = await downloadFile(client, '/v1/companies/{company}/reports/trial-balance', {
      params: { ...params(), query: { format: 'CSV' } },
    });
    expect(report.type).to.equal('text/csv');
    expect(report.name).to.match(/\.csv$/);
    expect(await report.response.text()).to.not.equal('');
  });

  describe('follows the changes of a company file', () => {
    const stops: AbortController[] = [];
    after(() => stops.forEach((stop) => stop.abort()));

    async function watchFromNow(options: Partial<WatchOptions> = {}) {
      const status = await unwrap(client.GET('/v1/companies/{company}/sync/status', { params: params() }));
      const stop = new AbortController();
      stops.push(stop);
      const { cursor, epoch } = status;
      const watch = { company: file.token, since: cursor, epoch, resources: ['third-parties'], ...options };
      const events = watchChanges(client, { ...watch, signal: stop.signal });
      const next = async (): Promise<string> => describeEvent((await events.next()).value ?? undefined);
      return { next, stop, events };
    }
    const describeEvent = (event: LiveEvent | undefined): string =>
      event?.type === 'change' && event.change.resource === 'third-parties' && 'name' in event.change.data
        ? event.change.data.name
        : String(event?.type);

    it('by server-sent events, over a connection that breaks', async () => {
      const watch = await watchFromNow();
      const first = watch.next();
      await addParty('One');
      expect(await first).to.equal('One');
      line.breakConnections();
      const second = watch.next();
      await addParty('Two');
      expect(await second).to.equal('Two');
      const streams = line.sent.filter(({ url }) => url.includes('/sync/stream'));
      expect(streams).to.have.length(2);
      expect(Number(streams[1]!.headers['last-event-id'])).to.be.above(Number(streams[0]!.headers['last-event-id']));
      watch.stop.abort();
      expect(await watch.events.next()).to.deep.equal({ done: true, value: undefined });
    }).timeout(20_000);

    it('by long polling where a proxy holds the stream back', async () => {
      line.holdsBack = '/sync/stream';
      try {
        const watch = await watchFromNow({ firstByteMs: 100 });
        const next = watch.next();
        await addParty('Polled');
        expect(await next).to.equal('Polled');
        expect(line.sent.some(({ url }) => /sync\/pull.*wait=20/.test(url))).to.equal(true);
        watch.stop.abort();
      } finally {
        line.holdsBack = null;
      }
    });

    it('until the copy must be made anew', async () => {
      const { next, events } = await watchFromNow({ epoch: crypto.randomUUID() });
      expect(await next()).to.equal('resync');
      expect((await events.next()).done).to.equal(true);
    });

    it('and throws when it may not see the file', async () => {
      const { events } = await watchFromNow({ company: 'AAAAAAAAAAAA' });
      const refused: unknown = await events.next().catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(GrandlivreError).and.include({ status: 404 });
    });
  });

  describe('verifies webhooks', () => {
    const failure = (options: object): Promise<string> =>
      verifyWebhook({ body: BODY, signature: SIGNATURE, secret: SECRET, now: NOW, ...options }).then(
        ({ event }) => event,
        (error: unknown) => (error as WebhookSignatureError).reason,
      );

    it('of the test vector, as text or bytes, also with an earlier secret', async () => {
      expect(await failure({})).to.equal('webhook.test');
      expect(await failure({ body: new TextEncoder().encode(BODY) })).to.equal('webhook.test');
      expect(await failure({ secret: ['whsec_new', SECRET] })).to.equal('webhook.test');
      expect(await failure({ signature: SIGNATURE.replace(',', `,v1=${'0'.repeat(64)},`) })).to.equal('webhook.test');
    });

    it('and refuses what is old, altered or malformed', async () => {
      expect(await failure({ now: NOW + 300_000 })).to.equal('webhook.test');
      expect(await failure({ now: NOW + 301_000 })).to.equal('expired');
      expect(await failure({ now: NOW - 301_000 })).to.equal('expired');
      expect(await failure({ body: BODY.replace('ping', 'pong') })).to.equal('mismatch');
      expect(await failure({ secret: 'whsec_other' })).to.equal('mismatch');
      const unprefixed = createHmac('sha256', SECRET).update(BODY).digest('hex');
      for (const [signature, reason] of [
        [`t=1700000000,v1=${unprefixed}`, 'mismatch'],
        [SIGNATURE.toUpperCase(), 'malformed'],
        [`${SIGNATURE}0`, 'malformed'],
        ['v1=', 'malformed'],
        ['', 'malformed'],
        [undefined, 'malformed'],
      ] as const)
        expect(await failure({ signature }), String(signature)).to.equal(reason);
    });
  });
});
