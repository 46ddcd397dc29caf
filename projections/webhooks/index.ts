import { webhookEvents, type WebhookEvent } from '../../domain/webhooks/webhook-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectWebhook } from './projector.ts';
import { webhooks } from './tables.ts';

const getWebhookKeys = ({ id }: { id: number }) => [{ table: webhooks, key: [id] }];

export const subject = {
  tables: [webhooks],
  project: handleEach(webhookEvents, projectWebhook),
  needs: handleEach(webhookEvents, getWebhookKeys, { except: ['WebhookAdded'] }),
} satisfies Subject<WebhookEvent>;
