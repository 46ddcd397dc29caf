import type { Firm } from '../firms/state.ts';
import { on, type Subject } from '../subject.ts';
import { webhookEvents } from './webhook-events.ts';
import { decideWebhook, evolveWebhooks, initialWebhooks } from './webhooks.ts';

/** Outgoing webhooks: the endpoints of a firm. Deliveries are not part of the event log and are stored elsewhere. */
export const webhooks = {
  events: webhookEvents,
  decide: {
    AddWebhook: decideWebhook,
    ChangeWebhook: decideWebhook,
    RotateWebhookSecret: decideWebhook,
    RemoveWebhook: decideWebhook,
  },
  evolve: [on(webhookEvents, (firm, event) => ({ ...firm, webhooks: evolveWebhooks(firm.webhooks, event) }))],
  slices: { webhooks: { initial: initialWebhooks } },
} satisfies Subject<Firm>;
