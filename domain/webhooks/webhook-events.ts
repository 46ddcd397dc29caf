import { shape, type EventCatalogue, type EventOf, type ObjectOfShapes } from '../event.ts';

/** Webhook endpoints of a firm. Secrets are stored outside the log; events refer to them by id. */

const fields = {
  url: shape.text,
  description: shape.optionalText,
  events: shape.list(shape.text, 1),
  is_active: shape.flag,
};

const changes = shape.object({}, fields);

export type WebhookFields = ObjectOfShapes<typeof fields>;

const secret = { secret_id: shape.text, secret_hint: shape.text };

export const webhookEvents = {
  WebhookAdded: {
    version: 1,
    meaning:
      'The firm is called back at an address when events of these kinds happen in its company files (`*`: those of the first version, `**`: all). The signing secret is stored elsewhere, under its id.',
    schema: shape.object({ id: shape.id, ...fields, ...secret }, { maker_id: shape.id }),
  },
  WebhookTakenOver: {
    version: 1,
    meaning:
      'A webhook that was paused because of its maker belongs to another member: one who sees all company files and resumed it, or the account that its maker joined theirs into.',
    schema: shape.object({ id: shape.id, version: shape.positive, maker_id: shape.id }),
  },
  WebhookChanged: {
    version: 1,
    meaning:
      'A webhook got another address, description or choice of events, or was paused or resumed. The event has the earlier values too.',
    schema: shape.object({ id: shape.id, version: shape.positive, changes, previous: changes }),
  },
  WebhookSecretRotated: {
    version: 1,
    meaning: 'A webhook got another secret. The earlier one also signs until the given moment.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      ...secret,
      previous_secret_id: shape.text,
      previous_until: shape.timestamp,
    }),
  },
  WebhookRemoved: {
    version: 1,
    meaning: 'A webhook was removed: nothing is sent to it any more, and its secrets are deleted.',
    schema: shape.object({ id: shape.id, version: shape.positive }),
  },
} satisfies EventCatalogue;

export type WebhookEvent = EventOf<typeof webhookEvents>;
