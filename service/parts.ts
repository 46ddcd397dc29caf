import type { Services } from '../api/services.ts';
import type { History } from '../commands/history/index.ts';
import type { Core } from './core.ts';

/** Parts needed by both the request handlers and the workers. */
export type Parts = Core &
  Pick<
    Services,
    | 'accessPoint'
    | 'platform'
    | 'bridge'
    | 'connectors'
    | 'documentReader'
    | 'files'
    | 'integrationSecrets'
    | 'webhookCalls'
    | 'webhookSecrets'
  > & { readonly history: History };
