import { z } from 'zod';
import { recoverDeliveries, resendDelivery, sendTest } from '../../commands/webhooks/deliveries.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { ANNOUNCED_EVENTS } from '../../domain/webhooks/announced-events.ts';
import { DELIVERY_STATUSES, deliveriesOf, deliveryOf, webhookOf } from '../../projections/webhooks/queries.ts';
import type { Scene } from '../http/routing/example.ts';
import { choice, id, instant, pageQuery } from '../http/input/fields.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { DeliveryAttempt, presentAttempt, presentDelivery, WebhookDelivery } from './delivery.ts';
import { ofExample, ofWebhook, READ, WEBHOOK, WRITE } from './endpoints.ts';

const DELIVERIES = `${WEBHOOK}/deliveries`;
const TESTS_A_MINUTE = 12;
const ofDelivery = z.object({ id: id(), delivery: id() });
const One = z.object({ delivery: WebhookDelivery });
const accepted = (body: unknown): Reply => ({ status: 202, body });
/** A place in a list that no list has. */
const DEEPEST_OFFSET = 2 ** 40;

const ofItsDelivery = async ({ webhook }: Scene) => ({ params: await webhook('standing') });
/** What is done to one changes it, soon or later. */
const ofFreshDelivery = async ({ webhook }: Scene) => ({ params: await webhook('fresh') });

/** What was sent to an endpoint, and what people have sent again. */
export const deliveryRoutes = [
  route({
    ...WRITE,
    method: 'post',
    path: `${WEBHOOK}/test`,
    summary: 'Call the endpoint now, once, with the event webhook.test',
    perMinute: TESTS_A_MINUTE,
    params: ofWebhook,
    example: ofExample,
    replies: { 202: One },
    async handle({ services, firm, params }) {
      const delivery = await sendTest(services, firm, params.id);
      if (isRefusal(delivery)) return delivery;
      const row = await deliveryOf(services.pool, params.id, delivery);
      return row ? accepted({ delivery: presentDelivery(row) }) : refuse('not_found');
    },
  }),
  route({
    ...READ,
    path: DELIVERIES,
    summary: 'What was sent to an endpoint in the last 30 days and what waits, the newest first',
    params: ofWebhook,
    query: z.object({
      status: choice(DELIVERY_STATUSES).optional(),
      event: choice(ANNOUNCED_EVENTS.map(({ event }) => event)).optional(),
      ...pageQuery({ defaultPerPage: 25, maxPerPage: 100 }),
    }),
    example: ofExample,
    replies: {
      200: z.object({
        data: z.array(WebhookDelivery),
        meta: z.object({ current_page: z.int(), last_page: z.int(), per_page: z.int(), total: z.int() }),
      }),
    },
    async handle({ services, firm, params, query }) {
      const { page, per_page, status, event } = query;
      if (!(await webhookOf(services.pool, firm.id, params.id))) return refuse('not_found');
      const offset = Math.min((page - 1) * per_page, DEEPEST_OFFSET);
      const { rows, total } = await deliveriesOf(
        services.pool,
        params.id,
        { status, event },
        { limit: per_page, offset },
      );
      const last_page = Math.max(Math.ceil(total / per_page), 1);
      return ok({ data: rows.map(presentDelivery), meta: { current_page: page, last_page, per_page, total } });
    },
  }),
  route({
    ...READ,
    path: `${DELIVERIES}/{delivery}`,
    summary: 'One delivery with every attempt',
    params: ofDelivery,
    example: ofItsDelivery,
    replies: { 200: z.object({ delivery: WebhookDelivery, attempts: z.array(DeliveryAttempt) }) },
    async handle(request) {
      const row = await ownDelivery(request);
      if (!row) return refuse('not_found');
      return ok({ delivery: presentDelivery(row), attempts: row.attempt_log.map(presentAttempt) });
    },
  }),
  route({
    ...WRITE,
    method: 'post',
    path: `${DELIVERIES}/{delivery}/resend`,
    summary: 'Send a delivery again: the same event and body, a new attempt',
    params: ofDelivery,
    example: ofFreshDelivery,
    replies: { 202: One },
    async handle(request) {
      const { services, firm, params } = request;
      const refused = await resendDelivery(services, firm.id, params.id, params.delivery);
      if (refused) return refused;
      const row = await ownDelivery(request);
      return row ? accepted({ delivery: presentDelivery(row) }) : refuse('not_found');
    },
  }),
  route({
    ...WRITE,
    method: 'post',
    path: `${WEBHOOK}/recover`,
    summary: 'Send everything again that has failed since a time',
    params: ofWebhook,
    body: z.object({
      since: instant().meta({ description: 'Events from then on; what is older than 30 days is gone.' }),
    }),
    example: async (scene) => ({ ...(await ofExample(scene)), body: { since: '2026-01-05T10:00:00Z' } }),
    replies: { 202: z.object({ requeued: z.int().meta({ description: 'How many deliveries are sent again.' }) }) },
    async handle({ services, firm, params, body }) {
      const requeued = await recoverDeliveries(services, firm.id, params.id, body.since);
      return isRefusal(requeued) ? requeued : accepted({ requeued });
    },
  }),
];

async function ownDelivery({
  services,
  firm,
  params,
}: Pick<RouteRequest<{ id: number; delivery: number }>, 'services' | 'firm' | 'params'>) {
  if (!(await webhookOf(services.pool, firm.id, params.id))) return undefined;
  return deliveryOf(services.pool, params.id, params.delivery);
}
