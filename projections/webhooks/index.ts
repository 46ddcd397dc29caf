import type { WebhookEvent } from '../../domain/webhooks/webhook-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectWebhook } from './projector.ts';
import { webhooks } from './tables.ts';

const getWebhookKeys = ({ id }: { id: number }) => [{ table: webhooks, key: [id] }];

export const subject = {
  tables: [webhooks],
  project: {
    WebhookAdded: projectWebhook,
    WebhookChanged: projectWebhook,
    WebhookSecretRotated: projectWebhook,
    WebhookRemoved: projectWebhook,
  },
  needs: { WebhookChanged: getWebhookKeys, WebhookSecretRotated: getWebhookKeys, WebhookRemoved: getWebhookKeys },
} satisfies Subject<WebhookEvent>;
