import { subject } from '../subject.ts';
import { deliveryRoutes } from './deliveries.ts';
import { endpointRoutes } from './endpoints.ts';
import { eventRoutes } from './events.ts';
import { messages } from './messages.ts';

/** Outgoing webhooks: endpoints of a firm, deliveries, and available events. */
export const webhooks = subject({
  areas: { webhooks: 'Outgoing webhooks: endpoints, deliveries and events.' },
  routes: [...endpointRoutes, ...deliveryRoutes, ...eventRoutes],
  messages,
});
