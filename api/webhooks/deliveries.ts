import { z } from 'zod';
import { recoverDeliveries, resendDelivery, sendTestDelivery } from '../../commands/webhooks/deliveries.ts';
import { refuse } from '../../domain/refusal.ts';
import { ANNOUNCED_EVENTS } from '../../domain/webhooks/announced-events.ts';
import { DELIVERY_STATUSES, listDeliveries, findDelivery } from '../../projections/webhooks/queries.ts';
import type { Scene } from '../http/routing/example.ts';
import { choice, id, instant, pageQuery } from '../http/input/fields.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { DeliveryAttempt, presentAttempt, presentDelivery, WebhookDelivery } from './delivery.ts';
import { findOwnWebhook, useLastingWebhook, ofWebhook, READ, WRITE } from './endpoints.ts';
const TESTS_A_MINUTE = 12;
const ofDelivery = z.object({ id: id(), delivery: id() });
const One = z.object({ delivery: WebhookDelivery });
const acceptWith = (body: unknown): Reply => ({ status: 202, body });
/** An offset beyond the end of any list. */
const DEEPEST_OFFSET = 2 ** 40;

const useLastingDelivery = async ({ webhook }: Scene) => ({ params: await webhook('standing') });
/** For requests that change the delivery. */
const useFreshDelivery = async ({ webhook }: Scene) => ({ params: await webhook('fresh') });

/** Deliveries to an endpoint, and resending them. */
export const deliveryRoutes = [
  route({
    ...WRITE,
    method: 'post',
    path: '/v1/firms/{firm}/webhooks/{id}/test',
    summary: 'Send the test event webhook.test to the endpoint once, now',
    perMinute: TESTS_A_MINUTE,
    params: ofWebhook,
    example: useLastingWebhook,
    replies: { 202: One },
    async handle(request) {
      const { services, firm, params, caller } = request;
      const webhook = await findOwnWebhook(request);
      if (!webhook) return refuse('not_found');
      const delivery = await sendTestDelivery(services, firm, webhook);
      const row = await findDelivery(services.pool, params.id, delivery, caller);
      return row ? acceptWith({ delivery: presentDelivery(row) }) : refuse('not_found');
    },
  }),
  route({
    ...READ,
    path: '/v1/firms/{firm}/webhooks/{id}/deliveries',
    summary: 'List pending deliveries and those of the last 30 days, newest first',
    params: ofWebhook,
    query: z.object({
      status: choice(DELIVERY_STATUSES).optional(),
      event: choice(ANNOUNCED_EVENTS.map(({ event }) => event)).optional(),
      ...pageQuery({ defaultPerPage: 25, maxPerPage: 100 }),
    }),
    example: useLastingWebhook,
    replies: {
      200: z.object({
        data: z.array(WebhookDelivery),
        meta: z.object({ current_page: z.int(), last_page: z.int(), per_page: z.int(), total: z.int() }),
      }),
    },
    async handle(request) {
      const { services, params, query, caller } = request;
      const { page, per_page, status, event } = query;
      if (!(await findOwnWebhook(request))) return refuse('not_found');
      const offset = Math.min((page - 1) * per_page, DEEPEST_OFFSET);
      const { rows, total } = await listDeliveries(
        services.pool,
        params.id,
        { status, event, viewer: caller },
        { limit: per_page, offset },
      );
      const last_page = Math.max(Math.ceil(total / per_page), 1);
      return ok({ data: rows.map(presentDelivery), meta: { current_page: page, last_page, per_page, total } });
    },
  }),
  route({
    ...READ,
    path: '/v1/firms/{firm}/webhooks/{id}/deliveries/{delivery}',
    summary: 'Get a delivery with all attempts',
    params: ofDelivery,
    example: useLastingDelivery,
    replies: { 200: z.object({ delivery: WebhookDelivery, attempts: z.array(DeliveryAttempt) }) },
    async handle(request) {
      const row = await findOwnDelivery(request);
      if (!row) return refuse('not_found');
      return ok({ delivery: presentDelivery(row), attempts: row.attempt_log.map(presentAttempt) });
    },
  }),
  route({
    ...WRITE,
    method: 'post',
    path: '/v1/firms/{firm}/webhooks/{id}/deliveries/{delivery}/resend',
    summary: 'Resend a delivery: same event and body, new attempt',
    params: ofDelivery,
    example: useFreshDelivery,
    replies: { 202: One },
    async handle(request) {
      const { services, params } = request;
      if (!(await findOwnDelivery(request))) return refuse('not_found');
      await resendDelivery(services, params.id, params.delivery);
      const row = await findOwnDelivery(request);
      return row ? acceptWith({ delivery: presentDelivery(row) }) : refuse('not_found');
    },
  }),
  route({
    ...WRITE,
    method: 'post',
    path: '/v1/firms/{firm}/webhooks/{id}/recover',
    summary: 'Resend all deliveries that have failed since a given time',
    params: ofWebhook,
    body: z.object({
      since: instant().meta({ description: 'Events from this moment; deliveries are kept for 30 days.' }),
    }),
    example: async (scene) => ({ ...(await useLastingWebhook(scene)), body: { since: '2026-01-05T10:00:00Z' } }),
    replies: { 202: z.object({ requeued: z.int().meta({ description: 'Number of deliveries queued again.' }) }) },
    async handle(request) {
      const { services, params, body } = request;
      if (!(await findOwnWebhook(request))) return refuse('not_found');
      return acceptWith({ requeued: await recoverDeliveries(services, params.id, body.since) });
    },
  }),
];

async function findOwnDelivery(
  request: Pick<RouteRequest<{ id: number; delivery: number }>, 'services' | 'firm' | 'params' | 'caller'>,
) {
  const { services, params, caller } = request;
  if (!(await findOwnWebhook(request))) return undefined;
  return findDelivery(services.pool, params.id, params.delivery, caller);
}
