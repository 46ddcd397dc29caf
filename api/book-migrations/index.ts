import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { migrationRoutes } from './routes.ts';

/** Migration of the books of another program into an empty company file. */
export const migrations = subject({ routes: migrationRoutes, messages });
