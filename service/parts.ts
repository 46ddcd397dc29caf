import type { Services } from '../api/services.ts';
import type { History } from '../commands/history/index.ts';
import type { Core } from './core.ts';

/** What both need, those who answer requests and those who work beside them. */
export type Parts = Core &
  Pick<
    Services,
    | 'accessPoint'
    | 'bridge'
    | 'connectors'
    | 'documentReader'
    | 'files'
    | 'integrationSecrets'
    | 'webhookCalls'
    | 'webhookSecrets'
  > & { readonly history: History };
