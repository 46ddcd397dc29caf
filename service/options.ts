import type { Logger } from 'pino';
import type { Config } from '../configuration/config.ts';
import type { OpenForWriting } from '../outside/files/index.ts';
import type { ResolveName } from '../outside/http/lookup.ts';

export interface ServiceOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Validates responses against their schemas; for tests. */
  readonly checkReplies?: boolean;
  /** Called when the service cannot continue and must be restarted by its supervisor. */
  readonly onFatal?: (error: unknown) => void;
  /** Cancels a start in progress. */
  readonly signal?: AbortSignal;
  /** Called with the reason while the start waits, at once and every half minute. */
  readonly onWaiting?: (words: string) => void;
  /** Number of log lines that could not be written, for metrics. */
  readonly countDroppedLogLines?: () => number;
  /** False: no scheduled jobs; for tests, which run jobs themselves. */
  readonly runsJobs?: boolean;
  /** False: an existing demo is offered but not loaded; for tests. */
  readonly loadsDemo?: boolean;
  /** False: no automatic exchange with the Peppol network; for tests. */
  readonly exchangesPeppol?: boolean;
  /** False: no integration is run; for tests. */
  readonly runsIntegrations?: boolean;
  /** False: migrations wait; for tests, which run them step by step. */
  readonly runsMigrations?: boolean;
  /** Time after a write until the statistics of the read tables are refreshed; longer in tests, whose tables are small. */
  readonly statisticsDelayMs?: number | undefined;
  /** Resolves the host names of webhook receivers and integration sources; for tests. */
  readonly resolveName?: ResolveName | undefined;
  /** Opens incoming files for writing; for tests, which fill the disk. */
  readonly openForWriting?: OpenForWriting | undefined;
  /** Timeouts for headers, a JSON body and external services; for tests, which do not wait. */
  readonly timeouts?: {
    readonly headersMs?: number;
    readonly bodyMs?: number;
    readonly stalledMs?: number;
    readonly outsideMs?: number;
  };
}
