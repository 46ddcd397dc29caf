import { subject } from '../subject.ts';
import { pullRoute } from './routes.ts';

/** Continuous and offline synchronisation: what the feed of each resource shows stands in the manifest of its subject. */
export const sync = subject({ routes: (api) => [pullRoute(api.feed)] });
