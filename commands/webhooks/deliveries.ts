import { randomUUID } from 'node:crypto';
import type { Owner } from '../../database/owners.ts';
import { formatEnvelope } from '../../domain/webhooks/envelope.ts';
import type { WebhookCalls } from '../../outside/webhooks/calls.ts';
import type { WebhookRow } from '../../projections/webhooks/queries.ts';
import { createTimestamp } from '../support/timestamp.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { insertTestDelivery } from '../../stores/webhooks/delivery-claims.ts';
import { completeAttempts, recordEndpointHealth } from '../../stores/webhooks/delivery-outcomes.ts';
import {
  requeueDelivery,
  requeueFailedDeliveries,
  TEST_EVENT,
  wakeWebhookSenders,
} from '../../stores/webhooks/delivery-queue.ts';
import type { WebhookSecrets } from '../../stores/webhooks/secrets.ts';
import { callSigned, loadSigningSecrets } from './signing.ts';

/** Deliveries on request: send a test, resend one delivery, resend all failed ones. */

export interface DeliveryTools extends Toolbox {
  readonly owner: Owner;
  readonly webhookSecrets: WebhookSecrets;
  readonly webhookCalls: Pick<WebhookCalls, 'postCall'>;
}

export interface CalledFirm {
  readonly id: number;
  readonly publicToken: string;
  readonly name: string;
}

/** Calls the endpoint once and immediately, even if it is paused. Returns the id of the delivery. */
export async function sendTestDelivery(
  { pool, ids, owner, webhookSecrets, webhookCalls }: DeliveryTools,
  firm: CalledFirm,
  webhook: WebhookRow,
): Promise<number> {
  const { id: webhookId } = webhook;
  const [id] = await ids.allocate('webhook_deliveries', 1);
  const eventId = `evt_${randomUUID().replaceAll('-', '')}`;
  const createdAt = createTimestamp();
  const body = formatEnvelope({
    id: eventId,
    event: TEST_EVENT,
    created_at: createdAt,
    sequence: null,
    firm: { public_token: firm.publicToken, name: firm.name },
    company: null,
    data: { message: 'ping', webhook_id: webhookId },
  });
  const term = owner.getTerm();
  await insertTestDelivery(pool, term.id, { id: id!, webhookId, eventId, body, createdAt });
  const secrets = (await loadSigningSecrets(webhookSecrets, [webhook]))(webhook);
  const call = { url: webhook.url, event: TEST_EVENT, eventId, deliveryId: id!, body, secrets };
  const outcome = await callSigned(webhookCalls, call);
  const delivery = { id: id!, webhook_id: webhookId, attempts: 1, term };
  await completeAttempts(pool, [{ outcome, delivery, againInMinutes: null }]);
  const lastStatus = outcome.isDelivered ? 'delivered' : 'failed';
  const counts = outcome.isDelivered ? { delivered: 1, failed: 0 } : { delivered: 0, failed: 1 };
  await recordEndpointHealth(pool, [{ webhookId, lastStatus, ...counts }]);
  return id!;
}

/** Resends the same event with the same body, starting again at the first attempt. */
export async function resendDelivery({ pool }: Toolbox, webhookId: number, deliveryId: number): Promise<void> {
  await requeueDelivery(pool, webhookId, deliveryId);
  await wakeWebhookSenders(pool);
}

/** Returns the number of deliveries queued again. */
export async function recoverDeliveries({ pool }: Toolbox, webhookId: number, since: string): Promise<number> {
  const count = await requeueFailedDeliveries(pool, webhookId, since);
  await wakeWebhookSenders(pool);
  return count;
}
