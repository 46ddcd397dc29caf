import { z } from 'zod';
import { ANNOUNCED_EVENTS, exampleOfData, schemaOfData } from '../../domain/webhooks/announced-events.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';

const object = z.record(z.string(), z.unknown());

const WebhookEvent = z
  .object({
    event: z.string().meta({ description: 'Name of the event.' }),
    description: z.string().meta({ description: 'When it happens, in the language of the caller.' }),
    firm_level: z.boolean().meta({ description: 'It concerns the firm and none of its company files.' }),
    schema: object.meta({ description: 'JSON Schema (draft 2020-12) of `data`; fields may be added at any time.' }),
    example: object.meta({ description: 'An example of `data`.' }),
  })
  .meta({ id: 'WebhookEvent' });

export const eventRoutes = [
  route({
    method: 'get',
    path: '/v1/webhooks/events',
    area: 'webhooks',
    summary: 'The events that webhooks can hear of, with what each of them carries',
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
          schema: schemaOfData(announced),
          example: exampleOfData(announced),
        })),
      ),
  }),
];
