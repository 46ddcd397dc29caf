import { expect } from 'chai';
import { answerText } from '../support/http-server.ts';
import { postEntry, waitUntil, type Client } from '../support/load.ts';
import { itLong } from '../support/long.ts';
import { query, type ServiceProcess } from '../support/processes.ts';
import { startWebhookReceiver, verifyWebhook, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { cleanUp, clientOf, setStage, start, type Stage } from './support.ts';
import { MOST_UNNOTED } from '../../workers/webhooks/sender.ts';

describe('deliveries of webhooks', function () {
  this.timeout(120_000);
  cleanUp();
  let receiver: WebhookReceiver;
  beforeEach(async () => (receiver = await startWebhookReceiver()));
  afterEach(() => receiver.close());

  const allowed = (more: Readonly<Record<string, string>> = {}) => ({
    WEBHOOK_ALLOWED_HOSTS: receiver.host,
    ...more,
  });

  async function addWebhook(client: Client, path: string): Promise<string> {
    const { body: firms } = await client.get('/v1/firms');
    const [firm] = (Array.isArray(firms) ? firms : firms['data']) as { public_token: string }[];
    const fields = { url: `${receiver.url}${path}`, events: ['*'] };
    const { status, body } = await client.post(`/v1/firms/${firm!.public_token}/webhooks`, fields);
    expect(status, JSON.stringify(body)).to.equal(201);
    return body['secret'] as string;
  }
  /** As the projector announces entries, many at once. */
  const announce = ({ databaseUrl, file }: Stage, count: number) =>
    query(
      databaseUrl,
      `INSERT INTO ops.outbox (event_id, firm_id, company_id, event, data, created_at)
       SELECT 'evt_' || replace(gen_random_uuid()::text, '-', ''), c.firm_id, c.id, 'entry.posted', '{"id":1}', now()
       FROM read.companies c, generate_series(1, ${count}) WHERE c.id = ${file.id}`,
    );
  const statuses = async ({ databaseUrl }: Stage): Promise<Record<string, number>> =>
    Object.fromEntries(
      (
        await query<{ status: string; count: number }>(
          databaseUrl,
          'SELECT status, count(*)::int AS count FROM ops.webhook_deliveries GROUP BY status',
        )
      ).map(({ status, count }) => [status, count]),
    );
  const allDelivered = (stage: Stage, count: number) =>
    waitUntil('everything to be delivered', async () => (await statuses(stage))['delivered'] === count, 60_000);

  it('whose process is killed between the call and the note of it come again under the same id, as a second attempt', async () => {
    const stage = await setStage();
    const doomed = await start(stage, allowed({ FAULT_POINT: 'after-webhook-call' }));
    const client = clientOf(stage, doomed);
    const secret = await addWebhook(client, '/');
    await postEntry(client, stage.file).catch(() => null);
    await waitUntil('the process to be killed', doomed.hasExited);
    await receiver.received(1);
    await start(stage, allowed());
    const requests = await receiver.received(2);
    requests.forEach((request) => verifyWebhook(request, secret));
    expect(new Set(requests.map(({ delivery }) => delivery)).size, 'one delivery').to.equal(1);
    expect(new Set(requests.map(({ body }) => body)).size, 'one body').to.equal(1);
    await allDelivered(stage, 1);
    const rows = await query<{ attempts: number }>(stage.databaseUrl, 'SELECT attempts FROM ops.webhook_deliveries');
    expect(rows).to.deep.equal([{ attempts: 2 }]);
  });

  itLong('are neither lost nor made twice when the process that sends them is killed in the middle', async () => {
    const [endpoints, events] = [5, 60];
    const stage = await setStage();
    const doomed = await start(stage, allowed({ FAULT_POINT: 'after-webhook-call:120' }));
    const first = clientOf(stage, doomed);
    for (let index = 0; index < endpoints; index += 1) await addWebhook(first, `/${index}`);
    await announce(stage, events - 1);
    await postEntry(first, stage.file).catch(() => null);
    await waitUntil('the process to be killed', doomed.hasExited, 60_000);
    await start(stage, allowed());
    await allDelivered(stage, endpoints * events);
    const times = new Map<string, number>();
    for (const { headers, url } of receiver.requests) {
      const pair = `${url} ${String(headers['webhook-id'])}`;
      times.set(pair, (times.get(pair) ?? 0) + 1);
    }
    expect(times.size, 'every event at every endpoint').to.equal(endpoints * events);
    const repeated = [...times.values()].filter((count) => count > 1);
    // Four calls an endpoint were under way when the process was killed, and some were answered but not noted yet.
    expect(repeated.length).to.be.at.most(endpoints * 4 + MOST_UNNOTED);
    expect(Math.max(...times.values())).to.be.at.most(2);
  });

  itLong('are shared by several processes, which never send one at the same time', async () => {
    const [endpoints, events] = [4, 100];
    const stage = await setStage();
    const first = await start(stage, allowed());
    const second = await start(stage, allowed());
    const client = clientOf(stage, first);
    for (let index = 0; index < endpoints; index += 1) await addWebhook(client, `/${index}`);
    receiver.behave((_request, response) => void setTimeout(() => response.end(), 5));
    await announce(stage, events - 1);
    await postEntry(client, stage.file);
    await allDelivered(stage, endpoints * events);
    expect(receiver.requests).to.have.length(endpoints * events);
    await Promise.all([first, second].map((one: ServiceProcess) => one.terminate()));
  });

  itLong('that waited in a database which was restored since are not sent, until someone asks for it', async () => {
    const stage = await setStage();
    receiver.behave(answerText('', 500));
    const before = await start(stage, allowed());
    const client = clientOf(stage, before);
    await addWebhook(client, '/');
    await postEntry(client, stage.file);
    await receiver.received(1);
    await before.terminate();
    // As a restore into another database leaves it.
    await query(
      stage.databaseUrl,
      `WITH due AS (UPDATE ops.webhook_deliveries SET next_attempt_at = now()) UPDATE ops.standing SET made_as = 0`,
    );
    receiver.behave(answerText('ok'));
    const after = client.at((await start(stage, allowed())).url);
    expect(await statuses(stage)).to.deep.equal({ failed: 1 });
    const { body: firms } = await after.get('/v1/firms');
    const [firm] = (Array.isArray(firms) ? firms : firms['data']) as { public_token: string }[];
    const path = `/v1/firms/${firm!.public_token}/webhooks`;
    const { body: listed } = await after.get(path);
    const [webhook] = listed['data'] as { id: number }[];
    const recovered = await after.post(`${path}/${webhook!.id}/recover`, { since: '2020-01-01T00:00:00Z' });
    expect(recovered.body).to.deep.equal({ requeued: 1 });
    await allDelivered(stage, 1);
    // What happens from now on is announced as ever.
    await postEntry(after, stage.file);
    await allDelivered(stage, 2);
    after.close();
  });
});
