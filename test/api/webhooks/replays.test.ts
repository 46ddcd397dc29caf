import { expect } from 'chai';
import { replayDeliveries } from '../../../commands/webhooks/replay.ts';
import { findWebhook } from '../../../projections/webhooks/queries.ts';
import type { AnswerBody } from '../../support/client.ts';
import { waitUntil } from '../../support/load.ts';
import type { TestCompany } from '../../support/service.ts';
import type { Envelope } from '../../support/webhook-receiver.ts';
import { webhookScene, type Endpoint } from './support.ts';

interface Replayed {
  readonly replay_id: string;
  readonly deliveries: number;
}

const EVENTS = ['third_party.created', 'third_party.updated'];

describe('Replays of webhooks', function () {
  this.timeout(30_000);
  const scene = webhookScene();
  const { endpoint, listed, newThirdParty } = scene;
  let other: TestCompany;
  before(async () => {
    other = await scene.service.newCompany(scene.firm.client);
  });

  const replay = (hook: Endpoint, body: object) => scene.firm.client.post<Replayed>(`${hook.path}/replay`, body);
  const takeReplay = async (hook: Endpoint, body: object): Promise<Replayed> => {
    const answer = await replay(hook, body);
    expect(answer.status, answer.text).to.equal(202);
    return answer.body;
  };
  const receive = async (hook: Endpoint, count: number): Promise<readonly Envelope[]> =>
    (await scene.receiver.received(count, hook.at)).map(({ envelope }) => envelope);
  const forgetBodies = async (): Promise<void> => {
    const { pool } = scene.service.core;
    await waitUntil('all to be delivered', async () => {
      const { rowCount } = await pool.query(`SELECT FROM ops.webhook_deliveries WHERE status = 'pending'`);
      return rowCount === 0;
    });
    await pool.query('DELETE FROM ops.webhook_bodies');
    await pool.query('DELETE FROM ops.outbox');
  };
  const rename = (party: AnswerBody, name: string) =>
    scene.firm.client.expect(200).patch(`${scene.company.path}/third-parties/${party.id}`, { name });

  it('send the same events with their data of then, also to an endpoint that came later', async () => {
    const since = new Date().toISOString();
    const early = await endpoint(EVENTS);
    const party = await newThirdParty();
    await rename(party, 'Renamed once');
    await rename(party, 'Renamed twice');
    const first = await receive(early, 3);
    const late = await endpoint(EVENTS);
    const { replay_id, deliveries } = await takeReplay(late, { from: since });
    expect(deliveries).to.equal(3);
    const again = await receive(late, 3);
    expect(again).to.have.deep.members(first.map((envelope) => ({ ...envelope, is_replay: true })));
    const { data } = await listed(late);
    expect(data.map((one) => one.replay_id)).to.deep.equal([replay_id, replay_id, replay_id]);
    expect(data.every(({ payload }) => payload.endsWith(',"is_replay":true}'))).to.equal(true);
  });

  it('compute what is no longer stored from the log', async () => {
    const since = new Date().toISOString();
    const hook = await endpoint(EVENTS);
    const party = await newThirdParty();
    await rename(party, 'Before');
    await rename(party, 'After');
    const first = await receive(hook, 3);
    await forgetBodies();
    expect((await takeReplay(hook, { from: since })).deliveries).to.equal(3);
    const again = (await receive(hook, 6)).slice(3);
    expect(again).to.have.deep.members(first.map((envelope) => ({ ...envelope, sequence: null, is_replay: true })));
  });

  it('take a position, an end, events and company files', async () => {
    const since = new Date().toISOString();
    const hook = await endpoint(EVENTS);
    const party = await newThirdParty();
    await rename(party, 'Chosen');
    await scene.firm.client.created(`${other.path}/third-parties`, { type: 'customer', name: 'Elsewhere' });
    await receive(hook, 3);
    const { rows } = await scene.service.core.pool.query<{ position: number }>(
      `SELECT position FROM ops.outbox WHERE event = 'third_party.updated' ORDER BY number DESC LIMIT 1`,
    );
    const { position } = rows[0]!;
    expect((await takeReplay(hook, { from_position: position })).deliveries, 'from a position').to.equal(2);
    expect((await takeReplay(hook, { from_position: 0, to: since })).deliveries, 'to a moment').to.be.above(3);
    const created = { from: since, events: ['third_party.created'] };
    expect((await takeReplay(hook, created)).deliveries, 'by event').to.equal(2);
    const elsewhere = { from: since, companies: [other.token] };
    expect((await takeReplay(hook, elsewhere)).deliveries, 'by company file').to.equal(1);
  });

  it('say what is wrong by field', async () => {
    const hook = await endpoint(['third_party.created']);
    const from = '2026-01-01T00:00:00Z';
    const wrong: readonly [object, string, string][] = [
      [{}, 'from', 'replay_start_required'],
      [{ from, from_position: 3 }, 'from', 'replay_start_required'],
      [{ from, events: ['entry.posted'] }, 'events.0', 'webhook_event_not_chosen'],
      [{ from, companies: ['AbCdEfGh1234'] }, 'companies.0', 'company_unknown'],
      [{ from: 'yesterday' }, 'from', 'not_a_timestamp'],
    ];
    for (const [body, field, code] of wrong) {
      const answer = await replay(hook, body);
      expect(answer.status, JSON.stringify(body)).to.equal(422);
      expect(answer.body, answer.text)
        .to.have.nested.property('error_codes')
        .that.deep.equals({ [field]: [code] });
    }
    expect((await listed(hook)).data).to.deep.equal([]);
  });

  it('deliver only what the maker of the endpoint may see', async () => {
    const since = new Date().toISOString();
    const manager = await scene.service.newMember(scene.firm, 'manager', {
      allCompanies: false,
      companies: [{ id: scene.company.id }],
    });
    await newThirdParty();
    await scene.firm.client.created(`${other.path}/third-parties`, { type: 'customer', name: 'Hidden' });
    const path = `/v1/firms/${scene.firm.token}/webhooks`;
    const { webhook } = await manager.client.created<{ webhook: { id: number } }>(path, {
      url: `${scene.receiver.url}/narrow`,
      events: EVENTS,
    });
    // Also when somebody asks who sees everything.
    for (const client of [manager.client, scene.firm.client]) {
      const answer = await client.post<Replayed>(`${path}/${webhook.id}/replay`, { from: since });
      expect(answer.status, answer.text).to.equal(202);
      expect(answer.body.deliveries).to.equal(1);
      const hidden = { from: since, companies: [other.token] };
      expect((await client.post(`${path}/${webhook.id}/replay`, hidden)).status).to.equal(422);
    }
  });

  it('refuse more than can be sent', async () => {
    const since = new Date().toISOString();
    const hook = await endpoint(EVENTS);
    await newThirdParty();
    await newThirdParty();
    await receive(hook, 2);
    const { core } = scene.service;
    const admin = { userId: scene.firm.admin.id, isPlatformAdmin: false };
    const webhook = (await findWebhook(core.pool, scene.firm.id, hook.id, admin))!;
    const firm = { id: scene.firm.id, publicToken: scene.firm.token, name: scene.firm.name };
    const request = { fromPosition: 0, from: since, to: null, events: null, companies: null };
    for (const limits of [
      { deliveries: 1, events: 100 },
      { deliveries: 100, events: 1 },
    ])
      expect(await replayDeliveries(core, firm, webhook, request, limits)).to.include({ code: 'replay_too_large' });
  });
});
