import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { ANNOUNCED_EVENTS, buildDataSchema } from '../../../domain/webhooks/announced-events.ts';
import { FAILURES, answerText } from '../../support/http-server.ts';
import { waitUntil } from '../../support/load.ts';
import { isVerified, verifyWebhook } from '../../support/webhook-receiver.ts';
import { webhookScene, type Delivery } from './support.ts';

describe('Deliveries of webhooks', function () {
  this.timeout(30_000);
  const scene = webhookScene();
  const { endpoint, listed, ended, newThirdParty, nextAttempt } = scene;

  it('bring every event with what the catalogue says of it, signed for two verifiers', async () => {
    const hook = await endpoint();
    const party = await newThirdParty();
    await scene.firm.client.patch(`${scene.company.path}/third-parties/${party.id}`, { email: 'a@example.com' });
    const entry = await scene.firm.client.created(`${scene.company.path}/entries`, {
      journal_id: scene.company.journal('OD'),
      entry_date: '2026-03-01',
      lines: [
        { account_id: scene.company.account('610000'), debit: '10.00', currency: 'USD', currency_amount: '11.00' },
        { account_id: scene.company.account('440000'), credit: '10.00', currency: 'USD', currency_amount: '-11.00' },
      ],
    });
    const reversed = await scene.firm.client.post(`${scene.company.path}/entries/${entry.id}/reverse`, {});
    expect(reversed.status, reversed.text).to.be.oneOf([200, 201]);
    const received = await scene.receiver.received(5, hook.at);
    const validator = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
    for (const request of received) {
      verifyWebhook(request, hook.secret);
      const { envelope, headers } = request;
      expect(Object.keys(envelope)).to.deep.equal([
        ...['id', 'event', 'api_version', 'created_at', 'firm', 'company', 'data', 'sequence'],
      ]);
      expect(envelope.id).to.match(/^evt_[0-9a-f]{32}(_\d+)?$/);
      expect(envelope.created_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(envelope).to.deep.include({
        api_version: 'v1',
        firm: { public_token: scene.firm.token, name: scene.firm.name },
      });
      expect(envelope.company).to.deep.equal({ public_token: scene.company.token, name: 'Boulangerie Dupont' });
      expect(headers).to.include({ 'x-service-event': envelope.event, 'webhook-id': envelope.id });
      const announced = ANNOUNCED_EVENTS.find(({ event }) => event === envelope.event)!;
      expect(validator.validate(buildDataSchema(announced), envelope.data), validator.errorsText()).to.equal(true);
      expect(Object.keys(envelope.data), envelope.event).to.deep.equal(Object.keys(announced.fields));
    }
    expect(received.map(({ envelope }) => envelope.event).sort()).to.deep.equal([
      ...['entry.posted', 'entry.posted', 'entry.reversed', 'third_party.created', 'third_party.updated'],
    ]);
    for (const { envelope } of received.filter(({ envelope: { event } }) => event === 'entry.posted'))
      expect(envelope.data).to.include({ total_debit: '10.00', currency: 'USD', currency_total: '11.00' });
    const sequences = received.map(({ envelope }) => envelope.sequence!).sort((a, b) => a - b);
    expect(
      sequences.map((one) => one - sequences[0]!),
      'without gaps',
    ).to.deep.equal([0, 1, 2, 3, 4]);
    expect(new Set(received.map(({ delivery }) => delivery)).size).to.equal(5);
    await waitUntil('all to be written', async () => (await listed(hook, '?status=delivered')).data.length === 5);
    const { body } = await scene.firm.client.get<{ webhook: object }>(hook.path);
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
      const [request] = await scene.receiver.received(1, hook.at);
      expect(request!.envelope.data).to.include({ id });
    }
    await Promise.all([ended(all, 'delivered'), ended(some, 'delivered')]);
    expect((await listed(none)).data).to.deep.equal([]);
    const ids = (await Promise.all([listed(all), listed(some)])).map(({ data }) => data.map((one) => one.event_id));
    expect(ids[0]).to.deep.equal(ids[1]);
  });

  it('are for the endpoints that existed at the position of the event, whatever clocks said', async () => {
    const hook = await endpoint();
    const { pool } = scene.service.core;
    // As if a clock had been an hour ahead when the endpoint was added, and was put back since.
    const move = (by: string) =>
      pool.query(`UPDATE read.webhooks SET created_at = created_at + $2::interval WHERE id = $1`, [hook.id, by]);
    await move('1 hour');
    await newThirdParty();
    await ended(hook, 'delivered');
    await move('-1 hour');
    const announce = (id: string, position: string, createdAt: string) =>
      pool.query(
        `INSERT INTO ops.outbox (event_id, firm_id, company_id, event, data, created_at, position)
         SELECT $1, $2, $3, 'third_party.created', '{}', w.created_at + $4::interval, ${position} FROM read.webhooks w
         WHERE w.id = $5`,
        [id, scene.firm.id, scene.company.id, createdAt, hook.id],
      );
    await announce('evt_before', 'w.created_position - 1', '1 hour');
    await announce('evt_of_an_earlier_version', 'NULL', '1 hour');
    await announce('evt_of_an_earlier_version_before', 'NULL', '-1 hour');
    const { id } = await newThirdParty();
    const received = await scene.receiver.received(3, hook.at);
    expect(received.map(({ envelope }) => envelope.id)).to.include('evt_of_an_earlier_version');
    expect(received.some(({ envelope }) => envelope.data.id === id)).to.equal(true);
    await waitUntil('all to be written', async () => (await listed(hook, '?status=delivered')).data.length === 3);
    expect((await listed(hook)).data).to.have.length(3);
  });

  it('wait while their endpoint is paused, and go out when it is resumed', async () => {
    const hook = await endpoint();
    await scene.firm.client.patch(hook.path, { is_active: false });
    await newThirdParty();
    await waitUntil('the delivery', async () => (await listed(hook, '?status=pending')).data.length === 1);
    await nextAttempt(hook);
    await waitUntil('others to go first', async () => {
      const other = await endpoint();
      await newThirdParty();
      await scene.receiver.received(1, other.at);
      return true;
    });
    expect((await listed(hook)).data.map(({ attempts }) => attempts)).to.deep.equal([0, 0]);
    await scene.firm.client.patch(hook.path, { is_active: true });
    await scene.receiver.received(2, hook.at);
  });

  it('are signed with both secrets for a day after one has replaced the other', async () => {
    const hook = await endpoint();
    const rotated = await scene.firm.client.post<{ secret: string }>(`${hook.path}/rotate-secret`);
    await newThirdParty();
    const [both] = await scene.receiver.received(1, hook.at);
    verifyWebhook(both!, hook.secret);
    verifyWebhook(both!, rotated.body.secret);
    expect(String(both!.headers['x-service-signature']).match(/v1=/g)).to.have.length(2);
    await scene.service.core.pool.query(
      `UPDATE read.webhooks SET retiring_secrets = jsonb_set(retiring_secrets, '{0,until}', '"2020-01-01T00:00:00.000000Z"') WHERE id = $1`,
      [hook.id],
    );
    await newThirdParty();
    const [, one] = await scene.receiver.received(2, hook.at);
    expect([isVerified(one!, hook.secret), isVerified(one!, rotated.body.secret)]).to.deep.equal([false, true]);
  });

  it('of a test are sent at once and once, whether the endpoint is paused or not', async () => {
    const hook = await endpoint(['entry.posted'], { is_active: false });
    const body = await scene.firm.client.expect(202).post<{ delivery: Delivery }>(`${hook.path}/test`);
    expect(body.delivery).to.include({ status: 'delivered', attempts: 1, response_status: 200, event: 'webhook.test' });
    const [request] = await scene.receiver.received(1, hook.at);
    verifyWebhook(request!, hook.secret);
    expect(request!.envelope).to.deep.include({
      company: null,
      sequence: null,
      data: { message: 'ping', webhook_id: hook.id },
    });
    scene.receiver.behave(FAILURES.silence!);
    const failed = await scene.firm.client.expect(202).post<{ delivery: Delivery }>(`${hook.path}/test`);
    expect(failed.delivery).to.include({
      status: 'failed',
      attempts: 1,
      next_attempt_at: null,
      response_status: null,
      response_excerpt: 'timed out',
    });
    expect(failed.delivery.duration_ms).to.be.at.least(400);
    scene.receiver.behave(answerText('ok'));
    const statuses: number[] = [];
    for (let sent = 2; sent < 13; sent += 1) statuses.push((await scene.firm.client.post(`${hook.path}/test`)).status);
    expect(statuses).to.deep.equal([...Array<number>(10).fill(202), 429]);
  });

  it('of a dead endpoint delay nobody else', async () => {
    const dead = await endpoint();
    const alive = await endpoint();
    let [open, mostOpen] = [0, 0];
    scene.receiver.behave((request, response) => {
      // A path that never answers, beside one that does.
      if (request.url !== dead.at) return void response.writeHead(204).end();
      mostOpen = Math.max(mostOpen, (open += 1));
      response.on('close', () => (open -= 1));
    });
    for (let made = 0; made < 30; made += 1) await newThirdParty();
    await scene.receiver.received(30, alive.at);
    const waiting = (await listed(dead, '?per_page=100')).data;
    expect(waiting.filter(({ status }) => status === 'pending')).to.have.length(30);
    expect(mostOpen, 'a few at a time').to.be.within(1, 4);
  });

  it('of the demo firm are none', async () => {
    const demo = await scene.service.newFirm({ isDemo: true });
    const { core } = scene.service;
    const { rows } = await core.pool.query<{ number: number }>('SELECT number FROM ops.webhook_dispatch');
    // As if an endpoint had been there: no request adds one.
    await core.pool.query(
      `INSERT INTO read.webhooks SELECT 999999, $1, $2, NULL, '["*"]', true, 's', 'h', '[]', NULL, '2020-01-01', 1, -1, '2020-01-01', '2020-01-01', NULL`,
      [demo.id, `${scene.receiver.url}/demo`],
    );
    await core.pool.query(
      `INSERT INTO ops.outbox (event_id, firm_id, company_id, event, data, created_at) VALUES ('evt_demo', $1, $2, 'entry.posted', '{}', now())`,
      [demo.id, scene.company.id],
    );
    await newThirdParty();
    await waitUntil('the outbox to be read', async () => {
      const now = await core.pool.query<{ number: number }>('SELECT number FROM ops.webhook_dispatch');
      return now.rows[0]!.number >= rows[0]!.number + 2;
    });
    const made = await core.pool.query('SELECT FROM ops.webhook_deliveries WHERE webhook_id = 999999');
    await core.pool.query('DELETE FROM read.webhooks WHERE id = 999999');
    expect(made.rows).to.have.length(0);
  });
});
