import type { WebhookCalls } from '../../outside/webhooks/calls.ts';
import type { WebhookSecrets } from '../../stores/webhooks/secrets.ts';
import { subject } from '../subject.ts';
import { deliveryRoutes } from './deliveries.ts';
import { endpointRoutes } from './endpoints.ts';
import { eventRoutes } from './events.ts';
import { messages } from './messages.ts';
import { replayRoutes } from './replays.ts';

declare module '../services.ts' {
  interface Services {
    /** Calls to the endpoints of firms, and the secrets that sign them. */
    readonly webhookCalls: WebhookCalls;
    readonly webhookSecrets: WebhookSecrets;
  }
}

/** Outgoing webhooks: endpoints of a firm, deliveries, and available events. */
export const webhooks = subject({
  areas: { webhooks: 'Outgoing webhooks: endpoints, deliveries and events.' },
  routes: [...endpointRoutes, ...deliveryRoutes, ...replayRoutes, ...eventRoutes],
  messages,
});
