import { ANNOUNCED_EVENTS } from '../../domain/webhooks/announced-events.ts';
import { exampleOfEnvelope, schemaOfEnvelope } from '../../domain/webhooks/envelope.ts';
import type { JsonObject } from './schemas.ts';

/** What the service calls, where a firm has named an address: the section `webhooks` of the OpenAPI document. */

const header = (name: string, description: string, example: string): JsonObject => ({
  ...{ name, in: 'header', required: true, description, schema: { type: 'string' }, example },
});

/** Headers of every call, as parameters that the calls refer to. */
export const WEBHOOK_HEADERS: Readonly<Record<string, JsonObject>> = {
  WebhookEventName: header('X-Service-Event', 'Name of the event.', 'entry.posted'),
  WebhookDeliveryId: header('X-Service-Delivery', 'Id of the delivery, the same in every attempt.', '4711'),
  WebhookSignature: header(
    'X-Service-Signature',
    'Unix time of this attempt, and for each secret in force the HMAC-SHA256 of `<t>.<body>` in hexadecimal.',
    't=1700000000,v1=b7e96ab01d5f4f7ff492b8e9e3eccb49c4379ce019f8a72bf44e75efdaa2f043',
  ),
  StandardWebhookId: header(
    'webhook-id',
    'Id of the event, as Standard Webhooks has it.',
    'evt_0197a3c45e6f7a8b9c0d1e2f3a4b5c6d',
  ),
  StandardWebhookTimestamp: header('webhook-timestamp', 'Unix time of this attempt.', '1700000000'),
  StandardWebhookSignature: header(
    'webhook-signature',
    'Signatures as Standard Webhooks has them.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
};

const HEADERS = Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const RESPONSES: JsonObject = {
  '2XX': { description: 'Within ten seconds: the delivery is done.' },
  default: { description: 'Anything else is tried again, eight times over two hours.' },
};

export const webhookCalls = (): JsonObject =>
  Object.fromEntries(
    ANNOUNCED_EVENTS.map((announced) => [
      announced.event,
      {
        post: {
          operationId: `on-${announced.event.replaceAll(/[._]/g, '-')}`,
          tags: ['webhooks'],
          summary: announced.description.en,
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: schemaOfEnvelope(announced), example: exampleOfEnvelope(announced) },
            },
          },
          responses: RESPONSES,
        },
      },
    ]),
  );
