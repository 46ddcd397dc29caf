import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { licenceRoutes } from './routes.ts';

/** Plan, licence key and limits. */
export const licence = subject({
  areas: { licence: 'Plan, licence key and its limits.' },
  routes: licenceRoutes,
  messages,
});
