import { ANNOUNCED_EVENTS } from '../../domain/webhooks/announced-events.ts';
import { buildEnvelopeExample, buildEnvelopeSchema } from '../../domain/webhooks/envelope.ts';
import type { JsonObject } from '../documentation/schemas.ts';

/** Calls made by the service to addresses configured by a firm: the `webhooks` section of the OpenAPI document. */

const webhookHeader = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** Headers of every call, as shared parameters. */
export const WEBHOOK_HEADERS: Readonly<Record<string, JsonObject>> = {
  WebhookEventName: webhookHeader('X-Service-Event', 'Name of the event.', 'entry.posted'),
  WebhookDeliveryId: webhookHeader('X-Service-Delivery', 'Id of the delivery, the same for every attempt.', '4711'),
  WebhookSignature: webhookHeader(
    'X-Service-Signature',
    'Unix time of this attempt, and for each secret in force the HMAC-SHA256 of `<t>.<body>` in hexadecimal.',
    't=1700000000,v1=b7e96ab01d5f4f7ff492b8e9e3eccb49c4379ce019f8a72bf44e75efdaa2f043',
  ),
  StandardWebhookId: webhookHeader(
    'webhook-id',
    'Id of the event, following Standard Webhooks.',
    'evt_0197a3c45e6f7a8b9c0d1e2f3a4b5c6d',
  ),
  StandardWebhookTimestamp: webhookHeader('webhook-timestamp', 'Unix time of this attempt.', '1700000000'),
  StandardWebhookSignature: webhookHeader(
    'webhook-signature',
    'Signatures following Standard Webhooks.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
};

const HEADERS = Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const RESPONSES: JsonObject = {
  '2XX': { description: 'Within ten seconds: the delivery succeeded.' },
  default: { description: 'Any other response is retried, eight times over two hours.' },
};

export const buildWebhookCalls = (): JsonObject =>
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
              'application/json': { schema: buildEnvelopeSchema(announced), example: buildEnvelopeExample(announced) },
            },
          },
          responses: RESPONSES,
        },
      },
    ]),
  );
