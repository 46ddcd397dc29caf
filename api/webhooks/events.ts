import { z } from 'zod';
import { ANNOUNCED_EVENTS, buildDataExample, buildDataSchema } from '../../domain/webhooks/announced-events.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';

const object = z.record(z.string(), z.unknown());

const WebhookEvent = z
  .object({
    event: z.string().meta({ description: 'Name of the event.' }),
    description: z.string().meta({ description: 'When the event occurs, in the language of the caller.' }),
    firm_level: z
      .boolean()
      .meta({ description: 'Whether it concerns the firm as a whole rather than a company file.' }),
    schema: object.meta({ description: 'JSON Schema (draft 2020-12) of `data`; fields may be added at any time.' }),
    example: object.meta({ description: 'Example of `data`.' }),
  })
  .meta({ id: 'WebhookEvent' });

export const eventRoutes = [
  route({
    method: 'get',
    path: '/v1/webhooks/events',
    area: 'webhooks',
    summary: 'List the webhook events with the schema of their data',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: z.array(WebhookEvent) },
    handle: ({ language }) =>
      ok(
        ANNOUNCED_EVENTS.map((announced) => ({
          event: announced.event,
          description: announced.description[language],
          firm_level: announced.firm_level,
          schema: buildDataSchema(announced),
          example: buildDataExample(announced),
        })),
      ),
  }),
];
