import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { ANNOUNCED_EVENTS, schemaOfData } from '../../../domain/webhooks/announced-events.ts';
import { endInterrupted, forgetOldDeliveries, wakeSenders } from '../../../commands/webhooks/delivery-store.ts';
import { rebuild } from '../../../projections/engine/rebuild.ts';
import type { AnswerBody } from '../../support/client.ts';
import { FAILURES, text } from '../../support/http-server.ts';
import { until } from '../../support/load.ts';
import { startTestService, type TestCompany, type TestFirm, type TestService } from '../../support/service.ts';
import { isVerified, startWebhookReceiver, verified, type WebhookReceiver } from '../../support/webhook-receiver.ts';

interface Delivery {
  readonly id: number;
  readonly event_id: string;
  readonly event: string;
  readonly status: string;
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly response_status: number | null;
  readonly response_excerpt: string | null;
  readonly duration_ms: number | null;
  readonly delivered_at: string | null;
  readonly payload: string;
}
interface Listed {
  readonly data: readonly Delivery[];
  readonly meta: object;
}
interface Endpoint {
  readonly id: number;
  readonly path: string;
  /** Where it is called. */
  readonly at: string;
  readonly secret: string;
}

describe('Deliveries of webhooks', function () {
  this.timeout(30_000);
  let receiver: WebhookReceiver;
  let service: TestService;
  let firm: TestFirm;
  let company: TestCompany;
  let count = 0;

  before(async () => {
    receiver = await startWebhookReceiver();
    service = await startTestService({
      from: 'books',
      environment: { WEBHOOK_ALLOWED_HOSTS: receiver.host },
      timeouts: { outsideMs: 500 },
    });
    firm = await service.newFirm();
    company = await service.newCompany(firm.client);
  });
  after(async () => {
    try {
      await service.invariants();
      expect(service.errors).to.deep.equal([]);
    } finally {
      await service.stop();
      await receiver.close();
    }
  });
  afterEach(async () => {
    receiver.behave(text('ok'));
    const path = `/v1/firms/${firm.token}/webhooks`;
    for (const { id } of (await firm.client.get<{ data: { id: number }[] }>(path)).body.data)
      await firm.client.delete(`${path}/${id}`);
  });

  async function endpoint(events: readonly string[] = ['*'], more: object = {}): Promise<Endpoint> {
    const path = `/v1/firms/${firm.token}/webhooks`;
    const at = `/hook-${(count += 1)}`;
    const {
      status,
      body,
      text: answered,
    } = await firm.client.post<{ webhook: { id: number }; secret: string }>(path, {
      ...{ url: `${receiver.url}${at}`, events, ...more },
    });
    expect(status, answered).to.equal(201);
    return { id: body.webhook.id, path: `${path}/${body.webhook.id}`, at, secret: body.secret };
  }
  const listed = async ({ path }: Endpoint, query = ''): Promise<Listed> =>
    (await firm.client.get<Listed>(`${path}/deliveries${query}`)).body;
  const ended = async (of: Endpoint, status: string, attempts = 1): Promise<Delivery> => {
    // An attempt counts from its beginning: what became of it is known once nobody sends it any more.
    const text = `SELECT FROM ops.webhook_deliveries WHERE webhook_id = $1 AND status = $2 AND attempts >= $3 AND leased_by IS NULL`;
    const values = [of.id, status, attempts];
    await until(
      `a delivery that is ${status}`,
      async () => (await service.core.pool.query({ text, values })).rowCount! > 0,
    );
    return (await listed(of)).data.find((one) => one.status === status && one.attempts >= attempts)!;
  };
  const newThirdParty = async (): Promise<AnswerBody> => {
    const answer = await firm.client.post(`${company.path}/third-parties`, {
      type: 'customer',
      name: `Client ${(count += 1)}`,
    });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  };
  /** As if the time until the next attempt had passed. */
  async function nextAttempt({ id }: Endpoint): Promise<void> {
    await service.core.pool.query(
      `UPDATE ops.webhook_deliveries SET next_attempt_at = now() WHERE webhook_id = $1 AND status = 'pending'`,
      [id],
    );
    await wakeSenders(service.core.pool);
  }

  it('bring every event with what the catalogue says of it, signed for two verifiers', async () => {
    const hook = await endpoint();
    const party = await newThirdParty();
    await firm.client.patch(`${company.path}/third-parties/${party.id}`, { email: 'a@example.com' });
    const entry = await firm.client.post(`${company.path}/entries`, {
      journal_id: company.journal('OD'),
      entry_date: '2026-03-01',
      lines: [
        { account_id: company.account('610000'), debit: '10.00' },
        { account_id: company.account('440000'), credit: '10.00' },
      ],
    });
    expect(entry.status, entry.text).to.equal(201);
    const reversed = await firm.client.post(`${company.path}/entries/${entry.body.id}/reverse`, {});
    expect(reversed.status, reversed.text).to.be.oneOf([200, 201]);
    const received = await receiver.received(5, hook.at);
    const validator = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
    for (const request of received) {
      verified(request, hook.secret);
      const { envelope, headers } = request;
      expect(Object.keys(envelope)).to.deep.equal([
        ...['id', 'event', 'api_version', 'created_at', 'firm', 'company', 'data', 'sequence'],
      ]);
      expect(envelope.id).to.match(/^evt_[0-9a-f]{32}(_\d+)?$/);
      expect(envelope.created_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(envelope).to.deep.include({ api_version: 'v1', firm: { public_token: firm.token, name: firm.name } });
      expect(envelope.company).to.deep.equal({ public_token: company.token, name: 'Boulangerie Dupont' });
      expect(headers).to.include({ 'x-service-event': envelope.event, 'webhook-id': envelope.id });
      const announced = ANNOUNCED_EVENTS.find(({ event }) => event === envelope.event)!;
      expect(validator.validate(schemaOfData(announced), envelope.data), validator.errorsText()).to.equal(true);
      expect(Object.keys(envelope.data), envelope.event).to.deep.equal(Object.keys(announced.fields));
    }
    expect(received.map(({ envelope }) => envelope.event).sort()).to.deep.equal([
      ...['entry.posted', 'entry.posted', 'entry.reversed', 'third_party.created', 'third_party.updated'],
    ]);
    const sequences = received.map(({ envelope }) => envelope.sequence!).sort((a, b) => a - b);
    expect(
      sequences.map((one) => one - sequences[0]!),
      'without gaps',
    ).to.deep.equal([0, 1, 2, 3, 4]);
    expect(new Set(received.map(({ delivery }) => delivery)).size).to.equal(5);
    await until('all to be written', async () => (await listed(hook, '?status=delivered')).data.length === 5);
    const { body } = await firm.client.get<{ webhook: object }>(hook.path);
    expect(body.webhook).to.deep.include({ last_status: 'delivered' });
    expect(body.webhook).to.have.nested.property('health.success_rate', 1);
  });

  it('go to the endpoints that asked for them, once each', async () => {
    const [all, some, none] = [
      await endpoint(),
      await endpoint(['third_party.created']),
      await endpoint(['entry.posted']),
    ];
    const { id } = await newThirdParty();
    for (const hook of [all, some]) {
      const [request] = await receiver.received(1, hook.at);
      expect(request!.envelope.data).to.include({ id });
    }
    await Promise.all([ended(all, 'delivered'), ended(some, 'delivered')]);
    expect((await listed(none)).data).to.deep.equal([]);
    const ids = (await Promise.all([listed(all), listed(some)])).map(({ data }) => data.map((one) => one.event_id));
    expect(ids[0]).to.deep.equal(ids[1]);
  });

  it('are listed in pages, by status and by event, with the exact body', async () => {
    const hook = await endpoint();
    for (let made = 0; made < 3; made += 1) await newThirdParty();
    await until('three', async () => (await listed(hook, '?status=delivered')).data.length === 3);
    const { data, meta } = await listed(hook, '?per_page=2&page=1');
    expect(meta).to.deep.equal({ current_page: 1, last_page: 2, per_page: 2, total: 3 });
    expect(data.map(({ id }) => id)).to.deep.equal(data.map(({ id }) => id).toSorted((a, b) => b - a));
    expect((await listed(hook, '?per_page=2&page=2')).data).to.have.length(1);
    expect((await listed(hook)).meta).to.include({ per_page: 25 });
    expect((await listed(hook, '?per_page=1000')).meta).to.include({ per_page: 100 });
    expect((await listed(hook, '?event=entry.posted')).meta).to.include({ total: 0, last_page: 1 });
    expect((await listed(hook, '?status=failed')).data).to.deep.equal([]);
    expect((await firm.client.get(`${hook.path}/deliveries?status=lost`)).status).to.equal(422);
    const requests = await receiver.received(3, hook.at);
    expect(requests.map(({ body }) => body)).to.include(data[0]!.payload);
    expect(data[0]).to.include({ response_status: 200, response_excerpt: 'ok', attempts: 1, next_attempt_at: null });
    const one = await firm.client.get<{ delivery: Delivery; attempts: object[] }>(
      `${hook.path}/deliveries/${data[0]!.id}`,
    );
    expect(one.body.delivery).to.deep.equal(data[0]);
    expect(one.body.attempts).to.have.length(1);
    expect(one.body.attempts[0]).to.deep.include({ number: 1, outcome: 'delivered', response_status: 200 });
    const other = await endpoint();
    expect((await firm.client.get(`${other.path}/deliveries/${data[0]!.id}`)).status).to.equal(404);
  });

  it('that fail are tried again after 1, 2, 4, 8, 16, 32 and 64 minutes with the same body and id, and fail after the eighth', async () => {
    const hook = await endpoint();
    receiver.behave(text('x'.repeat(2_500), 503));
    await newThirdParty();
    const minutes: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      const pending = await ended(hook, 'pending', attempt);
      expect(pending).to.include({ attempts: attempt, response_status: 503, delivered_at: null });
      expect(pending.response_excerpt).to.have.length(2_000);
      const { rows } = await service.core.pool.query<{ minutes: number; seconds: number }>(
        `SELECT extract(epoch FROM next_attempt_at - now())::float8 / 60 AS minutes,
           extract(epoch FROM now() - (attempt_log->-1->>'at')::timestamptz)::float8 AS seconds
         FROM ops.webhook_deliveries WHERE id = $1`,
        [pending.id],
      );
      // The wait began when the attempt failed, between its start and now.
      const { minutes: left, seconds } = rows[0]!;
      minutes.push(Math.ceil(left));
      expect(left * 60).to.be.within(2 ** (attempt - 1) * 60 - seconds - 1, 2 ** (attempt - 1) * 60 + 1);
      await nextAttempt(hook);
    }
    expect(minutes).to.deep.equal([1, 2, 4, 8, 16, 32, 64]);
    const failed = await ended(hook, 'failed', 8);
    expect(failed).to.include({ attempts: 8, next_attempt_at: null });
    const requests = await receiver.received(8, hook.at);
    expect(requests).to.have.length(8);
    requests.forEach((request) => verified(request, hook.secret));
    expect(new Set(requests.map(({ body }) => body)).size, 'one body').to.equal(1);
    expect(new Set(requests.map(({ delivery }) => delivery)).size, 'one delivery').to.equal(1);
    const { body } = await firm.client.get<{ webhook: AnswerBody }>(hook.path);
    expect(body.webhook).to.include({ is_active: true, last_status: 'failed' });
    expect(body.webhook).to.deep.nested.include({ 'health.status': 'failing', 'health.success_rate': 0 });
    await nextAttempt(hook);

    receiver.behave(text('ok'));
    const again = await firm.client.post<{ delivery: Delivery }>(`${hook.path}/deliveries/${failed.id}/resend`);
    expect(again.status).to.equal(202);
    expect(again.body.delivery).to.include({ id: failed.id, event_id: failed.event_id });
    const delivered = await ended(hook, 'delivered', 9);
    expect(delivered).to.include({ id: failed.id, attempts: 9 });
    const one = await firm.client.get<{ attempts: { outcome: string }[] }>(`${hook.path}/deliveries/${failed.id}`);
    expect(one.body.attempts.map(({ outcome }) => outcome)).to.deep.equal([
      ...Array<string>(8).fill('failed'),
      'delivered',
    ]);
  });

  it('that have failed are all sent again from a time on', async () => {
    const hook = await endpoint();
    receiver.behave(text('', 500));
    const since = new Date(Date.now() - 60_000).toISOString();
    for (let made = 0; made < 3; made += 1) await newThirdParty();
    // An attempt counts before it has ended, and its end would be written over what follows.
    const isOver = (one: Delivery) => one.attempts === 1 && one.response_status === 500;
    await until('three', async () => (await listed(hook)).data.filter(isOver).length === 3);
    await service.core.pool.query(
      `UPDATE ops.webhook_deliveries SET status = 'failed', finished_at = now(), next_attempt_at = NULL WHERE webhook_id = $1`,
      [hook.id],
    );
    receiver.behave(text('ok'));
    const later = await firm.client.post(`${hook.path}/recover`, {
      since: new Date(Date.now() + 60_000).toISOString(),
    });
    expect(later.body).to.deep.equal({ requeued: 0 });
    const { status, body } = await firm.client.post(`${hook.path}/recover`, { since });
    expect([status, body]).to.deep.equal([202, { requeued: 3 }]);
    await until('all to arrive', async () => (await listed(hook, '?status=delivered')).data.length === 3);
    expect((await firm.client.post(`${hook.path}/recover`, {})).status).to.equal(422);
  });

  it('wait while their endpoint is paused, and go out when it is resumed', async () => {
    const hook = await endpoint();
    await firm.client.patch(hook.path, { is_active: false });
    await newThirdParty();
    await until('the delivery', async () => (await listed(hook, '?status=pending')).data.length === 1);
    await nextAttempt(hook);
    await until('others to go first', async () => {
      const other = await endpoint();
      await newThirdParty();
      await receiver.received(1, other.at);
      return true;
    });
    expect((await listed(hook)).data.map(({ attempts }) => attempts)).to.deep.equal([0, 0]);
    await firm.client.patch(hook.path, { is_active: true });
    await receiver.received(2, hook.at);
  });

  it('are signed with both secrets for a day after one has replaced the other', async () => {
    const hook = await endpoint();
    const rotated = await firm.client.post<{ secret: string }>(`${hook.path}/rotate-secret`);
    await newThirdParty();
    const [both] = await receiver.received(1, hook.at);
    verified(both!, hook.secret);
    verified(both!, rotated.body.secret);
    expect(String(both!.headers['x-service-signature']).match(/v1=/g)).to.have.length(2);
    await service.core.pool.query(
      `UPDATE read.webhooks SET retiring_secrets = jsonb_set(retiring_secrets, '{0,until}', '"2020-01-01T00:00:00.000000Z"') WHERE id = $1`,
      [hook.id],
    );
    await newThirdParty();
    const [, one] = await receiver.received(2, hook.at);
    expect([isVerified(one!, hook.secret), isVerified(one!, rotated.body.secret)]).to.deep.equal([false, true]);
  });

  it('of a test are sent at once and once, whether the endpoint is paused or not', async () => {
    const hook = await endpoint(['entry.posted'], { is_active: false });
    const { status, body } = await firm.client.post<{ delivery: Delivery }>(`${hook.path}/test`);
    expect(status).to.equal(202);
    expect(body.delivery).to.include({ status: 'delivered', attempts: 1, response_status: 200, event: 'webhook.test' });
    const [request] = await receiver.received(1, hook.at);
    verified(request!, hook.secret);
    expect(request!.envelope).to.deep.include({
      company: null,
      sequence: null,
      data: { message: 'ping', webhook_id: hook.id },
    });
    receiver.behave(FAILURES['silence']!);
    const failed = await firm.client.post<{ delivery: Delivery }>(`${hook.path}/test`);
    expect(failed.status).to.equal(202);
    expect(failed.body.delivery).to.include({
      ...{ status: 'failed', attempts: 1, next_attempt_at: null, response_status: null, response_excerpt: 'timed out' },
    });
    expect(failed.body.delivery.duration_ms).to.be.at.least(400);
    receiver.behave(text('ok'));
    const statuses: number[] = [];
    for (let sent = 2; sent < 13; sent += 1) statuses.push((await firm.client.post(`${hook.path}/test`)).status);
    expect(statuses).to.deep.equal([...Array<number>(10).fill(202), 429]);
  });

  it('of a dead endpoint delay nobody else', async () => {
    const dead = await endpoint();
    const alive = await endpoint();
    let [open, mostOpen] = [0, 0];
    receiver.behave((request, response) => {
      // A path that never answers, beside one that does.
      if (request.url !== dead.at) return void response.writeHead(204).end();
      mostOpen = Math.max(mostOpen, (open += 1));
      response.on('close', () => (open -= 1));
    });
    for (let made = 0; made < 30; made += 1) await newThirdParty();
    await receiver.received(30, alive.at);
    const waiting = (await listed(dead, '?per_page=100')).data;
    expect(waiting.filter(({ status }) => status === 'pending')).to.have.length(30);
    expect(mostOpen, 'a few at a time').to.be.within(1, 4);
  });

  it('are made once, and not again when the tables are made anew', async () => {
    const hook = await endpoint();
    await newThirdParty();
    const [before] = await receiver.received(1, hook.at);
    await ended(hook, 'delivered');
    await rebuild(service.core.relaxedPool, service.core.log);
    await newThirdParty();
    const requests = await receiver.received(2, hook.at);
    expect(requests.filter(({ envelope }) => envelope.id === before!.envelope.id)).to.have.length(1);
    expect(requests[1]!.envelope.sequence).to.equal(before!.envelope.sequence! + 1);
    verified(requests[1]!, hook.secret);
  });

  it('that a process has left half-way are counted and sent by another', async () => {
    const hook = await endpoint();
    receiver.behave(text('', 500));
    await newThirdParty();
    const { id } = await ended(hook, 'pending', 1);
    await service.core.pool.query(
      `UPDATE ops.webhook_deliveries SET attempts = 2, leased_by = gen_random_uuid(), lease_until = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    receiver.behave(text('ok'));
    await nextAttempt(hook);
    expect(await ended(hook, 'delivered', 3)).to.include({ id, attempts: 3 });
    const { body } = await firm.client.get<{ attempts: { outcome: string }[] }>(`${hook.path}/deliveries/${id}`);
    expect(body.attempts.map(({ outcome }) => outcome)).to.deep.equal(['failed', 'interrupted', 'delivered']);
    await service.core.pool.query(
      `UPDATE ops.webhook_deliveries SET status = 'pending', attempts = 8, leased_by = gen_random_uuid(), lease_until = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    await endInterrupted(service.core.pool);
    expect((await listed(hook)).data[0]).to.include({ status: 'failed', attempts: 8, next_attempt_at: null });
  });

  it('that have ended are kept for thirty days; what waits is kept', async () => {
    const hook = await endpoint();
    await newThirdParty();
    await ended(hook, 'delivered');
    const { pool } = service.core;
    const age = (days: number) =>
      pool.query(
        `WITH d AS (UPDATE ops.webhook_deliveries SET finished_at = now() - make_interval(days => $2) WHERE webhook_id = $1 RETURNING event_id)
         UPDATE ops.webhook_bodies b SET created_at = now() - make_interval(days => $2) FROM d WHERE b.event_id = d.event_id`,
        [hook.id, days],
      );
    await age(29);
    await forgetOldDeliveries(pool, 30);
    const kept = (await listed(hook)).data;
    expect(kept).to.have.length(1);
    await age(31);
    await forgetOldDeliveries(pool, 30);
    expect((await listed(hook)).data).to.deep.equal([]);
    const bodies = await pool.query('SELECT FROM ops.webhook_bodies WHERE event_id = $1', [kept[0]!.event_id]);
    expect(bodies.rows).to.have.length(0);
    await newThirdParty();
    await receiver.received(2, hook.at);
    verified((await receiver.received(2, hook.at))[1]!, hook.secret);
  });

  it('of the demo firm are none', async () => {
    const demo = await service.newFirm({ isDemo: true });
    const { core } = service;
    const { rows } = await core.pool.query<{ number: number }>('SELECT number FROM ops.webhook_dispatch');
    // As if an endpoint had been there: no request adds one.
    await core.pool.query(
      `INSERT INTO read.webhooks SELECT 999999, $1, $2, NULL, '["*"]', true, 's', 'h', '[]', '2020-01-01', 1, '2020-01-01', '2020-01-01', NULL`,
      [demo.id, `${receiver.url}/demo`],
    );
    await core.pool.query(
      `INSERT INTO ops.outbox (event_id, firm_id, company_id, event, data, created_at) VALUES ('evt_demo', $1, $2, 'entry.posted', '{}', now())`,
      [demo.id, company.id],
    );
    await newThirdParty();
    await until('the outbox to be read', async () => {
      const now = await core.pool.query<{ number: number }>('SELECT number FROM ops.webhook_dispatch');
      return now.rows[0]!.number >= rows[0]!.number + 2;
    });
    const made = await core.pool.query('SELECT FROM ops.webhook_deliveries WHERE webhook_id = 999999');
    await core.pool.query('DELETE FROM read.webhooks WHERE id = 999999');
    expect(made.rows).to.have.length(0);
  });
});
