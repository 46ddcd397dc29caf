import type { Firm } from '../firms/state.ts';
import { on, type Subject } from '../subject.ts';
import { webhookEvents } from './webhook-events.ts';
import { decideWebhook, evolveWebhooks, initialWebhooks } from './webhooks.ts';

/** Outgoing webhooks: the endpoints of a firm. What is sent to them is no fact of the books and is kept elsewhere. */
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
