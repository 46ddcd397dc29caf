import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { migrationRoutes } from './routes.ts';

/** Books of another program, brought into an empty company file. */
export const migrations = subject({ routes: migrationRoutes, messages });
