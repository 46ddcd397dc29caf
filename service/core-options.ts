import type { RunnerLogger } from '../workers/projector.ts';

export interface CoreOptions {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Owner role of the schemas, if the service uses another one. */
  readonly databaseOwnerUrl: string | null;
  readonly eventStoreUrl: string | null;
  readonly eventStorePrefix: string;
  /** The service owns the embedded server; a tool joins the running one. */
  readonly isTool: boolean;
  readonly runsProjector: boolean;
  /** Set by the tool that rebuilds the tables, whatever their state. */
  readonly isRebuilding?: boolean;
  /** Assign the tables to the configured log, whichever log they belong to. */
  readonly isAdopting?: boolean;
  readonly logger: RunnerLogger;
  /** Called if the embedded server cannot be restarted and this process has to end. */
  readonly onFatal?: ((error: unknown) => void) | undefined;
  /** Cancels a pending start. */
  readonly signal?: AbortSignal | undefined;
}
