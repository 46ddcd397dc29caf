import { randomUUID } from 'node:crypto';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { envelopeText } from '../../domain/webhooks/envelope.ts';
import type { WebhookCalls } from '../../outside/webhooks/calls.ts';
import { deliveryOf, webhookOf } from '../../projections/webhooks/queries.ts';
import { timestampNow } from '../support/timestamp.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { insertTest } from '../../stores/webhooks/delivery-claims.ts';
import { completeAttempts, noteEndpoints } from '../../stores/webhooks/delivery-outcomes.ts';
import { queueAgain, recoverFailed, TEST_EVENT, wakeSenders } from '../../stores/webhooks/delivery-queue.ts';
import type { WebhookSecrets } from '../../stores/webhooks/secrets.ts';
import { callSigned, signingSecrets } from './signing.ts';

/** What people ask for besides what happens by itself: a test, one delivery again, all that failed again. */

export interface DeliveryTools extends Toolbox {
  readonly processId: string;
  readonly webhookSecrets: WebhookSecrets;
  readonly webhookCalls: Pick<WebhookCalls, 'post'>;
}

export interface CalledFirm {
  readonly id: number;
  readonly publicToken: string;
  readonly name: string;
}

/** Calls the endpoint at once and once, paused or not. Gives the id of the delivery. */
export async function sendTest(
  { pool, ids, processId, webhookSecrets, webhookCalls }: DeliveryTools,
  firm: CalledFirm,
  webhookId: number,
): Promise<number | Refusal> {
  const webhook = await webhookOf(pool, firm.id, webhookId);
  if (!webhook) return refuse('not_found');
  const [id] = await ids.allocate('webhook_deliveries', 1);
  const eventId = `evt_${randomUUID().replaceAll('-', '')}`;
  const createdAt = timestampNow();
  const body = envelopeText({
    id: eventId,
    event: TEST_EVENT,
    created_at: createdAt,
    sequence: null,
    firm: { public_token: firm.publicToken, name: firm.name },
    company: null,
    data: { message: 'ping', webhook_id: webhookId },
  });
  await insertTest(pool, processId, { id: id!, webhookId, eventId, body, createdAt });
  const secrets = (await signingSecrets(webhookSecrets, [webhook]))(webhook);
  const call = { url: webhook.url, event: TEST_EVENT, eventId, deliveryId: id!, body, secrets };
  const outcome = await callSigned(webhookCalls, call);
  const delivery = { id: id!, webhook_id: webhookId, attempts: 1 };
  await completeAttempts(pool, processId, [{ outcome, delivery, againInMinutes: null }]);
  const lastStatus = outcome.isDelivered ? 'delivered' : 'failed';
  const counts = outcome.isDelivered ? { delivered: 1, failed: 0 } : { delivered: 0, failed: 1 };
  await noteEndpoints(pool, [{ webhookId, lastStatus, ...counts }]);
  return id!;
}

/** The same event with the same body, from the first attempt on. */
export async function resendDelivery(
  { pool }: Toolbox,
  firmId: number,
  webhookId: number,
  deliveryId: number,
): Promise<Refusal | null> {
  if (!(await webhookOf(pool, firmId, webhookId)) || !(await deliveryOf(pool, webhookId, deliveryId)))
    return refuse('not_found');
  await queueAgain(pool, webhookId, deliveryId);
  await wakeSenders(pool);
  return null;
}

/** Gives how many were queued again. */
export async function recoverDeliveries(
  { pool }: Toolbox,
  firmId: number,
  webhookId: number,
  since: string,
): Promise<number | Refusal> {
  if (!(await webhookOf(pool, firmId, webhookId))) return refuse('not_found');
  const count = await recoverFailed(pool, webhookId, since);
  await wakeSenders(pool);
  return count;
}
