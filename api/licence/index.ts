import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { licenceRoutes } from './routes.ts';

/** Plan, licence key and what it allows. */
export const licence = subject({ routes: licenceRoutes, messages });
