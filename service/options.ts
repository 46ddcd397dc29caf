import type { Logger } from 'pino';
import type { Config } from '../configuration/config.ts';
import type { OpenForWriting } from '../outside/files/index.ts';
import type { ResolveName } from '../outside/http/lookup.ts';

export interface ServiceOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Answers are checked against their schemas; for tests. */
  readonly checkReplies?: boolean;
  /** Told when the service cannot go on and must be started anew, by whoever supervises it. */
  readonly onFatal?: (error: unknown) => void;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal;
  /** Told what the start waits for, at once and every half minute. */
  readonly onWaiting?: (words: string) => void;
  /** Lines that the log could not take; told to whoever measures. */
  readonly droppedLogLines?: () => number;
  /** False: nothing is done by the clock; for tests, which run a job when they want it. */
  readonly runsJobs?: boolean;
  /** False: the demo is offered where it is there, and not loaded; for tests. */
  readonly loadsDemo?: boolean;
  /** False: nothing goes to the Peppol network or comes from there by itself; for tests. */
  readonly exchangesPeppol?: boolean;
  /** False: integrations are run by nobody; for tests. */
  readonly runsIntegrations?: boolean;
  /** False: books of other programs wait; for tests, which bring them along step by step. */
  readonly runsMigrations?: boolean;
  /** How names of webhook receivers, and of sources of integrations, are resolved; for tests. */
  readonly resolveName?: ResolveName | undefined;
  /** How files that arrive are opened; for tests, which fill the disk. */
  readonly openForWriting?: OpenForWriting | undefined;
  /** How long headers and a JSON body may take to arrive, and services outside to answer; for tests, which do not wait. */
  readonly timeouts?: {
    readonly headersMs?: number;
    readonly bodyMs?: number;
    readonly stalledMs?: number;
    readonly outsideMs?: number;
  };
}
