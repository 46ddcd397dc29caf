import { z } from 'zod';
import { replayDeliveries } from '../../commands/webhooks/replay.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { ANNOUNCED_EVENTS } from '../../domain/webhooks/announced-events.ts';
import { choice, instant, integer, list, publicTokenField } from '../http/input/fields.ts';
import { route } from '../http/routing/route.ts';
import { findOwnWebhook, ofWebhook, useLastingWebhook, WRITE } from './endpoints.ts';

const MAX_COMPANIES = 500;

const NewReplay = z.object({
  from_position: integer({ min: 0 })
    .optional()
    .meta({ description: 'First position of the log. Either this or `from`.' }),
  from: instant().optional().meta({ description: 'Events from this moment.' }),
  to: instant().optional().meta({ description: 'Events before this moment; by default all up to now.' }),
  events: list(choice(ANNOUNCED_EVENTS.map(({ event }) => event)), { min: 1, max: ANNOUNCED_EVENTS.length })
    .optional()
    .meta({ description: 'Events of the endpoint; by default all that it receives.' }),
  companies: list(publicTokenField(), { min: 1, max: MAX_COMPANIES })
    .optional()
    .meta({ description: 'Public tokens of company files; by default all that the maker of the endpoint may see.' }),
});

/** Exactly one beginning, because both together could contradict each other. */
const checkBeginning = ({ from, from_position }: z.output<typeof NewReplay>): Refusal | null =>
  (from === undefined) === (from_position === undefined) ? refuse('replay_start_required', { field: 'from' }) : null;

export const replayRoutes = [
  route({
    ...WRITE,
    method: 'post',
    path: '/v1/firms/{firm}/webhooks/{id}/replay',
    summary: 'Send past events again, also those from before the endpoint existed',
    params: ofWebhook,
    body: NewReplay,
    example: async (scene) => ({
      ...(await useLastingWebhook(scene)),
      body: { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' },
    }),
    replies: {
      202: z.object({
        replay_id: z.string().meta({ description: 'Shown by its deliveries.' }),
        deliveries: z.int().meta({ description: 'Number of deliveries queued.' }),
      }),
    },
    errorCodes: ['replay_too_large', 'replay_start_required', 'webhook_event_not_chosen', 'company_unknown'],
    async handle(request) {
      const { services, firm, body } = request;
      const webhook = await findOwnWebhook(request);
      if (!webhook) return refuse('not_found');
      const refused = checkBeginning(body);
      if (refused) return refused;
      const replay = await replayDeliveries(services, firm, webhook, {
        fromPosition: body.from_position ?? 0,
        from: body.from ?? null,
        to: body.to ?? null,
        events: body.events ?? null,
        companies: body.companies ?? null,
      });
      return isRefusal(replay) ? replay : { status: 202, body: replay };
    },
  }),
];
