import { randomUUID } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/documentation/openapi.ts';
import { routes } from '../../../api/routes.ts';
import type { Client } from '../../support/client.ts';
import { startHttpServer, answerText } from '../../support/http-server.ts';
import { startTestService, useService, type TestFirm, type TestService } from '../../support/service.ts';

interface WebhookBody {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly is_active: boolean;
  readonly secret_hint: string;
  readonly version: number;
  readonly health: { readonly status: string };
}
interface Added {
  readonly webhook: WebhookBody;
  readonly secret: string;
}

const pathOf = ({ token }: TestFirm): string => `/v1/firms/${token}/webhooks`;
const BODY = { url: 'https://hooks.example.com/in', events: ['entry.posted'] };
/** What names mean to the service of these tests; any other is not found. */
const zone = new Map<string, string[]>();
const resolveName = (
  name: string,
  _options: unknown,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
): void => {
  const found = zone.get(name);
  if (!found) return done(Object.assign(new Error(name), { code: 'ENOTFOUND' }), []);
  const address = found.length > 1 ? found.shift()! : found[0]!;
  done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
};

describe('Webhook endpoints', () => {
  const service = useService({ from: 'books', timeouts: { outsideMs: 1_000 }, resolveName });
  let firm: TestFirm;
  let path: string;

  before(async () => {
    firm = await service.newFirm();
    path = pathOf(firm);
  });
  const add = (more: object = {}): Promise<Added> => firm.client.created<Added>(path, { ...BODY, ...more });
  const shown = async (id: number): Promise<WebhookBody> =>
    (await firm.client.get<{ webhook: WebhookBody }>(`${path}/${id}`)).body.webhook;
  afterEach(async () => {
    const { body } = await firm.client.get<{ data: WebhookBody[] }>(path);
    for (const { id } of body.data) await firm.client.expect(204).delete(`${path}/${id}`);
  });

  it('are added, shown, listed and removed', async () => {
    const { status, body, headers } = await firm.client.post<Added>(path, { ...BODY, description: 'ERP' });
    expect(status).to.equal(201);
    expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
    const { webhook, secret } = body;
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).to.deep.include({
      ...BODY,
      description: 'ERP',
      is_active: true,
      secret_hint: `whsec_…${secret.slice(-4)}`,
      last_delivery_at: null,
      last_status: null,
      version: 1,
    });
    expect(webhook.health).to.deep.include({ status: 'ok', success_rate: null });
    const one = await firm.client.get(`${path}/${webhook.id}`);
    expect(one.body).to.deep.equal({ webhook });
    expect(one.headers.get('etag')).to.match(/^"v1-/);
    expect((await firm.client.get(path)).body).to.deep.equal({ data: [webhook] });
    const removed = await firm.client.delete(`${path}/${webhook.id}`);
    expect([removed.status, removed.text, removed.headers.get('x-trashed')]).to.deep.equal([204, '', null]);
    for (const answer of [
      await firm.client.get(`${path}/${webhook.id}`),
      await firm.client.delete(`${path}/${webhook.id}`),
      await firm.client.post(`${path}/${webhook.id}/test`),
      await firm.client.get(`${path}/${webhook.id}/deliveries`),
      await firm.client.post(`${path}/${webhook.id}/rotate-secret`),
      await firm.client.post(`${path}/${webhook.id}/recover`, { since: '2026-01-01T00:00:00Z' }),
    ])
      expect(answer.status).to.equal(404);
  });

  it('keep their secret nowhere in the clear, and show it once', async () => {
    const { webhook, secret } = await add();
    const { rows } = await service.core.pool.query<{ dump: string }>(
      `SELECT (SELECT string_agg(e::text, ' ') FROM log.events e)
         || (SELECT string_agg(w::text, ' ') FROM read.webhooks w) || (SELECT string_agg(s::text, ' ') FROM ops.webhook_secrets s)
         || coalesce((SELECT string_agg(i::text, ' ') FROM ops.idempotence i), '') AS dump`,
    );
    expect(rows[0]!.dump).to.include(`"secret_id"`).and.not.include(secret.slice(6)).and.not.include(secret);
    expect(await shown(webhook.id)).to.not.have.property('secret');
    await firm.client.delete(`${path}/${webhook.id}`);
    const left = await service.core.pool.query('SELECT FROM ops.webhook_secrets WHERE webhook_id = $1', [webhook.id]);
    expect(left.rows).to.have.length(0);
  });

  it('are added once, however often the request comes, and the secret is found again by whoever asked', async () => {
    const key = { 'X-Client-Mutation-Id': randomUUID() };
    const first = await firm.client.post<Added>(path, BODY, key);
    const again = await firm.client.post<Added>(path, BODY, key);
    expect([again.status, again.headers.get('x-idempotent-replay')]).to.deep.equal([200, '1']);
    expect(again.body).to.deep.equal(first.body);
    const elsewhere = service.anonymous.as(await service.sessionToken(firm.admin.id));
    expect((await elsewhere.post<Added>(path, BODY, key)).body.secret).to.equal(null);
  });

  it('are changed in part, paused and resumed', async () => {
    const { webhook } = await add();
    const at = `${path}/${webhook.id}`;
    const paused = await firm.client.expect(200).patch<Added>(at, { is_active: false });
    expect(paused.webhook).to.deep.include({ ...BODY, is_active: false, version: 2 });
    expect(paused.webhook.health.status).to.equal('paused');
    const unchanged = await firm.client.patch(at, { is_active: false });
    expect(unchanged.headers.get('x-operation-id')).to.equal(null);
    const moved = await firm.client.patch<Added>(at, { is_active: true, url: 'https://b.example.com/', events: ['*'] });
    expect(moved.body.webhook).to.deep.include({
      url: 'https://b.example.com/',
      events: ['*'],
      is_active: true,
      version: 3,
    });
    const stale = await firm.client.patch(at, { description: 'x' }, { 'X-Base-Version': '1' });
    expect([stale.status, stale.body.code, stale.body.server_version]).to.deep.equal([409, 'conflict', 3]);
    expect(stale.body.server_data).to.deep.include({ id: webhook.id, version: 3 });
    expect((await shown(webhook.id)).version).to.equal(3);
  });

  it('get another secret, which is shown once', async () => {
    const { webhook, secret } = await add();
    const body = await firm.client.expect(200).post<Added>(`${path}/${webhook.id}/rotate-secret`);
    expect(body.secret)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    expect(body.webhook).to.deep.include({ version: 2, secret_hint: `whsec_…${body.secret.slice(-4)}` });
  });

  it('are twenty at most', async () => {
    for (let count = 0; count < 20; count += 1) await add();
    await firm.client.refused(422, 'webhook_limit_reached').post(path, BODY);
    const texts = new Set<string>();
    for (const language of ['fr', 'nl', 'en', 'de']) {
      const member = await service.newMember(firm, 'manager', { locale: language as 'fr' });
      texts.add((await member.client.post(path, BODY)).body.message);
    }
    expect(texts.size).to.equal(4);
  }).timeout(10_000);

  it('tell everything that is wrong at its field', async () => {
    for (const [sent, field, code] of [
      [{ ...BODY, url: `https://example.com/${'x'.repeat(500)}` }, 'url', 'text_too_long'],
      [{ ...BODY, description: 'x'.repeat(191) }, 'description', 'text_too_long'],
      [{ url: BODY.url }, 'events', 'required'],
      [{ ...BODY, events: [] }, 'events', 'list_too_short'],
      [{ ...BODY, events: ['entry.deleted'] }, 'events.0', 'webhook_event_unknown'],
      [{ ...BODY, events: ['*', 'entry.posted'] }, 'events', 'webhook_every_event_alone'],
      [{ ...BODY, is_active: 'perhaps' }, 'is_active', 'not_a_boolean'],
      [{ events: BODY.events }, 'url', 'required'],
      [{ ...BODY, url: 'http://a\0b' }, 'url', undefined],
    ] as const) {
      const { status, body } = await firm.client.post(path, sent);
      expect(status, JSON.stringify(sent)).to.equal(422);
      expect(Object.keys(body.errors), JSON.stringify(sent)).to.include(field);
      if (code) expect((body.error_codes as Record<string, string[]>)[field]![0]).to.equal(code);
    }
    const both = await firm.client.post(path, { url: 'https://localhost/', events: 7 });
    expect(Object.keys(both.body.errors)).to.have.members(['url', 'events']);
  });

  it('are not at addresses that lead inside, neither when they are added nor when they are moved', async () => {
    zone.set('inside.example', ['10.1.2.3']).set('mapped.example', ['::ffff:127.0.0.1']);
    const { webhook } = await add();
    const addresses = [
      ...[
        'http://example.com/',
        'ftp://example.com/',
        'https://user:secret@example.com/',
        'https://user@example.com/',
        'x',
      ],
      ...['localhost', 'LOCALHOST.', 'printer.local', 'metadata.google.internal', 'intranet', 'inside.example'].map(
        https,
      ),
      ...['mapped.example', '127.0.0.1', '127.1', '0x7f.1', '2130706433', '0', '10.0.0.1', '100.64.0.1'].map(https),
      ...['169.254.169.254', '172.16.0.1', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'].map(https),
      ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fd00::1]'].map(
        https,
      ),
    ];
    for (const url of addresses) {
      for (const answer of [
        await firm.client.post(path, { ...BODY, url }),
        await firm.client.patch(`${path}/${webhook.id}`, { url }),
      ]) {
        expect([answer.status, answer.body.code], url).to.deep.equal([422, 'webhook_url_refused']);
        expect(answer.body.errors).to.have.property('url');
      }
    }
    expect((await shown(webhook.id)).url).to.equal(BODY.url);
  });

  it('a name that leads to this machine later is not called: no byte arrives', async () => {
    const canary = await startHttpServer(answerText('chirp'));
    const { port } = new URL(canary.url);
    // The first answer is for the check of the request, the second for the call.
    zone.set('rebinding.example', ['93.184.216.34', '127.0.0.1']);
    const { webhook } = await add({ url: `https://rebinding.example:${port}/` });
    expect((await firm.client.expect(202).post(`${path}/${webhook.id}/test`)).delivery).to.deep.include({
      status: 'failed',
      attempts: 1,
      response_status: null,
      response_excerpt: 'address refused',
      next_attempt_at: null,
    });
    expect(canary.connections()).to.equal(0);
    await canary.close();
  });

  it('are the business of managers: others of the team are refused, strangers find nothing', async () => {
    const { webhook } = await add();
    const requests = (client: Client) => [
      client.get(path),
      client.post(path, BODY),
      client.get(`${path}/${webhook.id}`),
      client.patch(`${path}/${webhook.id}`, { description: 'x' }),
      client.delete(`${path}/${webhook.id}`),
      client.post(`${path}/${webhook.id}/test`),
      client.post(`${path}/${webhook.id}/rotate-secret`),
      client.get(`${path}/${webhook.id}/deliveries`),
      client.post(`${path}/${webhook.id}/recover`, { since: '2026-01-01T00:00:00Z' }),
    ];
    const statuses = async (client: Client) => (await Promise.all(requests(client))).map(({ status }) => status);
    const encoder = await service.newMember(firm, 'encoder');
    expect(await statuses(encoder.client)).to.deep.equal(Array(9).fill(403));
    const stranger = await service.newFirm({});
    expect(await statuses(stranger.client)).to.deep.equal(Array(9).fill(404));
    expect((await stranger.client.get(`${pathOf(stranger)}/${webhook.id}`)).status, 'of another firm').to.equal(404);
    const demo = await service.newFirm({ isDemo: true });
    await demo.client.refused(403, 'demo_mode').post(pathOf(demo), BODY);
  });

  it('are told in the activity of the firm', async () => {
    const { webhook } = await add();
    await firm.client.patch(`${path}/${webhook.id}`, { is_active: false });
    await firm.client.post(`${path}/${webhook.id}/rotate-secret`);
    await firm.client.delete(`${path}/${webhook.id}`);
    const { body } = await firm.client.get<{ data: { event: string; summary: string }[] }>(
      `/v1/firms/${firm.token}/activity?per_page=4`,
    );
    expect(body.data.map(({ event }) => event)).to.deep.equal([
      ...['WebhookRemoved', 'WebhookSecretRotated', 'WebhookChanged', 'WebhookAdded'],
    ]);
    expect(body.data[3]!.summary).to.match(/added a webhook/);
  });
});

const https = (host: string): string => `https://${host}/`;

describe('The events of webhooks', () => {
  let service: TestService;
  before(async () => (service = await startTestService({ from: 'books' })));
  after(() => service.stop());

  it('are listed with description, schema and an example that the schema takes', async () => {
    const firm = await service.newFirm();
    const { body } =
      await firm.client.get<
        { event: string; description: string; firm_level: boolean; schema: object; example: object }[]
      >('/v1/webhooks/events');
    expect(body).to.have.length(21);
    const validator = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
    for (const { event, schema, example } of body) expect(validator.validate(schema, example), event).to.equal(true);
    expect(body.filter(({ firm_level }) => firm_level).map(({ event }) => event)).to.deep.equal(['webhook.test']);
    const german = await service.newMember(firm, 'reviewer', { locale: 'de' });
    const translated = await german.client.get<{ description: string }[]>('/v1/webhooks/events');
    expect(translated.body[2]!.description).to.match(/Buchung/);
  });

  it('are in the OpenAPI document, each with its body', () => {
    const { webhooks } = buildOpenApiDocument(routes, 'https://grandlivre.example') as {
      webhooks: Record<
        string,
        { post: { requestBody: { content: Record<string, { schema: object; example: object }> } } }
      >;
    };
    expect(Object.keys(webhooks)).to.have.length(21);
    const validator = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
    for (const [event, { post }] of Object.entries(webhooks)) {
      const { schema, example } = post.requestBody.content['application/json']!;
      expect(validator.validate(schema, example), event).to.equal(true);
      expect(example).to.include({ event, api_version: 'v1' });
    }
  });
});
