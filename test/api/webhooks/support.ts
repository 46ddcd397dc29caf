import { expect } from 'chai';
import { wakeWebhookSenders } from '../../../stores/webhooks/delivery-queue.ts';
import type { AnswerBody } from '../../support/client.ts';
import { answerText } from '../../support/http-server.ts';
import { waitUntil } from '../../support/load.ts';
import { startTestService, type TestCompany, type TestFirm, type TestService } from '../../support/service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

export interface Delivery {
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
  readonly replay_id: string | null;
  readonly payload: string;
}

export interface Listed {
  readonly data: readonly Delivery[];
  readonly meta: object;
}

export interface Endpoint {
  readonly id: number;
  readonly path: string;
  /** Where it is called. */
  readonly at: string;
  readonly secret: string;
}

/** A service with a firm, a company file and a receiver, for the tests of one `describe`; endpoints go with the test that made them. */
export interface WebhookScene {
  readonly receiver: WebhookReceiver;
  readonly service: TestService;
  readonly firm: TestFirm;
  readonly company: TestCompany;
  endpoint(events?: readonly string[], more?: object): Promise<Endpoint>;
  listed(of: Endpoint, query?: string): Promise<Listed>;
  /** Resolves with one whose attempts so far have ended. */
  ended(of: Endpoint, status: string, attempts?: number): Promise<Delivery>;
  newThirdParty(): Promise<AnswerBody>;
  /** As if the time until the next attempt had passed. */
  nextAttempt(of: Endpoint): Promise<void>;
}

export function webhookScene(): WebhookScene {
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
      timeouts: { outsideMs: 1_000 },
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
    receiver.behave(answerText('ok'));
    const path = `/v1/firms/${firm.token}/webhooks`;
    for (const { id } of (await firm.client.get<{ data: { id: number }[] }>(path)).body.data)
      await firm.client.delete(`${path}/${id}`);
  });

  const listed: WebhookScene['listed'] = async ({ path }, query = '') =>
    (await firm.client.get<Listed>(`${path}/deliveries${query}`)).body;

  return {
    get receiver() {
      return receiver;
    },
    get service() {
      return service;
    },
    get firm() {
      return firm;
    },
    get company() {
      return company;
    },
    listed,
    async endpoint(events = ['*'], more = {}) {
      const path = `/v1/firms/${firm.token}/webhooks`;
      const at = `/hook-${(count += 1)}`;
      const answer = await firm.client.created<{ webhook: { id: number }; secret: string }>(path, {
        url: `${receiver.url}${at}`,
        events,
        ...more,
      });
      const { webhook, secret } = answer;
      return { id: webhook.id, path: `${path}/${webhook.id}`, at, secret };
    },
    async ended(of, status, attempts = 1) {
      // An attempt counts from its beginning: what became of it is known once nobody sends it any more.
      const statement = `SELECT FROM ops.webhook_deliveries WHERE webhook_id = $1 AND status = $2 AND attempts >= $3 AND leased_by IS NULL`;
      const values = [of.id, status, attempts];
      await waitUntil(
        `a delivery that is ${status}`,
        async () => (await service.core.pool.query({ text: statement, values })).rowCount! > 0,
      );
      return (await listed(of)).data.find((one) => one.status === status && one.attempts >= attempts)!;
    },
    newThirdParty() {
      return firm.client.created(`${company.path}/third-parties`, {
        type: 'customer',
        name: `Client ${(count += 1)}`,
      });
    },
    async nextAttempt({ id }) {
      await service.core.pool.query(
        `UPDATE ops.webhook_deliveries SET next_attempt_at = now() WHERE webhook_id = $1 AND status = 'pending'`,
        [id],
      );
      await wakeWebhookSenders(service.core.pool);
    },
  };
}
