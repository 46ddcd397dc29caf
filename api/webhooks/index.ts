import { subject } from '../subject.ts';
import { deliveryRoutes } from './deliveries.ts';
import { endpointRoutes } from './endpoints.ts';
import { eventRoutes } from './events.ts';
import { messages } from './messages.ts';

/** Outgoing webhooks: endpoints of a firm, what was sent to them, and what can be heard. */
export const webhooks = subject({ routes: [...endpointRoutes, ...deliveryRoutes, ...eventRoutes], messages });
