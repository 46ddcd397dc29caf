import { expect } from 'chai';
import { endInterruptedAttempts } from '../../../stores/webhooks/delivery-outcomes.ts';
import { deleteOldDeliveries } from '../../../stores/webhooks/delivery-retention.ts';
import { rebuildReadTables } from '../../../projections/engine/rebuild.ts';
import type { AnswerBody } from '../../support/client.ts';
import { answerText } from '../../support/http-server.ts';
import { waitUntil } from '../../support/load.ts';
import { verifyWebhook } from '../../support/webhook-receiver.ts';
import { webhookScene, type Delivery } from './support.ts';

describe('What is kept of deliveries of webhooks, and sent again', function () {
  this.timeout(30_000);
  const scene = webhookScene();
  const { endpoint, listed, ended, newThirdParty, nextAttempt } = scene;

  it('are listed in pages, by status and by event, with the exact body', async () => {
    const hook = await endpoint();
    for (let made = 0; made < 3; made += 1) await newThirdParty();
    await waitUntil('three', async () => (await listed(hook, '?status=delivered')).data.length === 3);
    const { data, meta } = await listed(hook, '?per_page=2&page=1');
    expect(meta).to.deep.equal({ current_page: 1, last_page: 2, per_page: 2, total: 3 });
    expect(data.map(({ id }) => id)).to.deep.equal(data.map(({ id }) => id).toSorted((a, b) => b - a));
    expect((await listed(hook, '?per_page=2&page=2')).data).to.have.length(1);
    expect((await listed(hook)).meta).to.include({ per_page: 25 });
    expect((await listed(hook, '?per_page=1000')).meta).to.include({ per_page: 100 });
    expect((await listed(hook, '?event=entry.posted')).meta).to.include({ total: 0, last_page: 1 });
    expect((await listed(hook, '?status=failed')).data).to.deep.equal([]);
    await scene.firm.client.refused(422).get(`${hook.path}/deliveries?status=lost`);
    const requests = await scene.receiver.received(3, hook.at);
    expect(requests.map(({ body }) => body)).to.include(data[0]!.payload);
    expect(data[0]).to.include({ response_status: 200, response_excerpt: 'ok', attempts: 1, next_attempt_at: null });
    const one = await scene.firm.client.get<{ delivery: Delivery; attempts: object[] }>(
      `${hook.path}/deliveries/${data[0]!.id}`,
    );
    expect(one.body.delivery).to.deep.equal(data[0]);
    expect(one.body.attempts).to.have.length(1);
    expect(one.body.attempts[0]).to.deep.include({ number: 1, outcome: 'delivered', response_status: 200 });
    const other = await endpoint();
    await scene.firm.client.refused(404).get(`${other.path}/deliveries/${data[0]!.id}`);
  });

  it('that fail are tried again after 1, 2, 4, 8, 16, 32 and 64 minutes with the same body and id, and fail after the eighth', async () => {
    const hook = await endpoint();
    scene.receiver.behave(answerText('x'.repeat(2_500), 503));
    await newThirdParty();
    const minutes: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      const pending = await ended(hook, 'pending', attempt);
      expect(pending).to.include({ attempts: attempt, response_status: 503, delivered_at: null });
      expect(pending.response_excerpt).to.have.length(2_000);
      const { rows } = await scene.service.core.pool.query<{ minutes: number; seconds: number }>(
        `SELECT extract(epoch FROM next_attempt_at - now())::float8 / 60 AS minutes,
           extract(epoch FROM now() - attempted_at)::float8 AS seconds
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
    const requests = await scene.receiver.received(8, hook.at);
    expect(requests).to.have.length(8);
    requests.forEach((request) => verifyWebhook(request, hook.secret));
    expect(new Set(requests.map(({ body }) => body)).size, 'one body').to.equal(1);
    expect(new Set(requests.map(({ delivery }) => delivery)).size, 'one delivery').to.equal(1);
    const { body } = await scene.firm.client.get<{ webhook: AnswerBody }>(hook.path);
    expect(body.webhook).to.include({ is_active: true, last_status: 'failed' });
    expect(body.webhook).to.deep.nested.include({ 'health.status': 'failing', 'health.success_rate': 0 });
    await nextAttempt(hook);

    scene.receiver.behave(answerText('ok'));
    const again = await scene.firm.client.post<{ delivery: Delivery }>(`${hook.path}/deliveries/${failed.id}/resend`);
    expect(again.status).to.equal(202);
    expect(again.body.delivery).to.include({ id: failed.id, event_id: failed.event_id });
    const delivered = await ended(hook, 'delivered', 9);
    expect(delivered).to.include({ id: failed.id, attempts: 9 });
    const one = await scene.firm.client.get<{ attempts: { outcome: string }[] }>(
      `${hook.path}/deliveries/${failed.id}`,
    );
    expect(one.body.attempts.map(({ outcome }) => outcome)).to.deep.equal([
      ...Array<string>(8).fill('failed'),
      'delivered',
    ]);
  });

  it('that have failed are all sent again from a time on', async () => {
    const hook = await endpoint();
    scene.receiver.behave(answerText('', 500));
    const since = new Date(Date.now() - 60_000).toISOString();
    for (let made = 0; made < 3; made += 1) await newThirdParty();
    // An attempt counts before it has ended, and its end would be written over what follows.
    const isOver = (one: Delivery) => one.attempts === 1 && one.response_status === 500;
    await waitUntil('three', async () => (await listed(hook)).data.filter(isOver).length === 3);
    await scene.service.core.pool.query(
      `UPDATE ops.webhook_deliveries SET status = 'failed', finished_at = now(), next_attempt_at = NULL WHERE webhook_id = $1`,
      [hook.id],
    );
    scene.receiver.behave(answerText('ok'));
    const later = await scene.firm.client.post(`${hook.path}/recover`, {
      since: new Date(Date.now() + 60_000).toISOString(),
    });
    expect(later.body).to.deep.equal({ requeued: 0 });
    const { status, body } = await scene.firm.client.post(`${hook.path}/recover`, { since });
    expect([status, body]).to.deep.equal([202, { requeued: 3 }]);
    await waitUntil('all to arrive', async () => (await listed(hook, '?status=delivered')).data.length === 3);
    await scene.firm.client.refused(422).post(`${hook.path}/recover`, {});
  });

  it('are made once, and not again when the tables are made anew', async () => {
    const hook = await endpoint();
    await newThirdParty();
    const [before] = await scene.receiver.received(1, hook.at);
    await ended(hook, 'delivered');
    await rebuildReadTables(scene.service.core.relaxedPool, scene.service.core.log);
    await newThirdParty();
    const requests = await scene.receiver.received(2, hook.at);
    expect(requests.filter(({ envelope }) => envelope.id === before!.envelope.id)).to.have.length(1);
    expect(requests[1]!.envelope.sequence).to.equal(before!.envelope.sequence! + 1);
    verifyWebhook(requests[1]!, hook.secret);
  });

  it('that a process has left half-way are counted and sent by another', async () => {
    const hook = await endpoint();
    scene.receiver.behave(answerText('', 500));
    await newThirdParty();
    const { id } = await ended(hook, 'pending', 1);
    await scene.service.core.pool.query(
      `UPDATE ops.webhook_deliveries SET attempts = 2, leased_by = gen_random_uuid(), lease_until = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    scene.receiver.behave(answerText('ok'));
    await nextAttempt(hook);
    expect(await ended(hook, 'delivered', 3)).to.include({ id, attempts: 3 });
    const { body } = await scene.firm.client.get<{ attempts: { outcome: string }[] }>(`${hook.path}/deliveries/${id}`);
    expect(body.attempts.map(({ outcome }) => outcome)).to.deep.equal(['failed', 'interrupted', 'delivered']);
    await scene.service.core.pool.query(
      `UPDATE ops.webhook_deliveries SET status = 'pending', attempts = 8, next_attempt_at = now(), leased_by = gen_random_uuid(), lease_until = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    await endInterruptedAttempts(scene.service.core.pool);
    expect((await listed(hook)).data[0]).to.include({ status: 'failed', attempts: 8, next_attempt_at: null });
  });

  it('that have ended are kept for thirty days; what waits is kept', async () => {
    const hook = await endpoint();
    await newThirdParty();
    await ended(hook, 'delivered');
    const { pool } = scene.service.core;
    const age = (days: number) =>
      pool.query(
        `WITH d AS (UPDATE ops.webhook_deliveries SET finished_at = now() - make_interval(days => $2) WHERE webhook_id = $1 RETURNING event_id)
         UPDATE ops.webhook_bodies b SET created_at = now() - make_interval(days => $2) FROM d WHERE b.event_id = d.event_id`,
        [hook.id, days],
      );
    await age(29);
    await deleteOldDeliveries(pool, 30);
    const kept = (await listed(hook)).data;
    expect(kept).to.have.length(1);
    await age(31);
    await deleteOldDeliveries(pool, 30);
    expect((await listed(hook)).data).to.deep.equal([]);
    const bodies = await pool.query('SELECT FROM ops.webhook_bodies WHERE event_id = $1', [kept[0]!.event_id]);
    expect(bodies.rows).to.have.length(0);
    await newThirdParty();
    await scene.receiver.received(2, hook.at);
    verifyWebhook((await scene.receiver.received(2, hook.at))[1]!, hook.secret);
  });
});
