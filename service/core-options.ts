import type { UnreadyReason } from '../api/http/server/probes.ts';
import type { Config } from '../configuration/config.ts';
import type { Tracer } from '../outside/tracing/port.ts';
import type { RunnerLogger } from '../workers/projector.ts';

export interface CoreOptions {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** False: another process makes and updates the schema, with `grandlivre migrate`. */
  readonly migratesSchema?: boolean;
  /** Owner role of the schemas, if the service uses another one. */
  readonly databaseOwnerUrl: string | null;
  /** Streaming replicas that serve reads; none by default. */
  readonly readReplicas?: Config['readReplicas'];
  /** Database of the vault; null: a schema of the same database. */
  readonly vaultDatabaseUrl?: string | null;
  /** The key that wraps the keys of the vault; default: the one in the data folder. */
  readonly readAppKey?: () => Promise<string>;
  readonly eventStoreUrl: string | null;
  readonly eventStorePrefix: string;
  /** The service owns the embedded server; a tool joins the running one. */
  readonly isTool: boolean;
  readonly runsProjector: boolean;
  /** Number of shards that the streams are divided into at the start; default: as they are. */
  readonly projectorShards?: number | undefined;
  /** Set by the tool that rebuilds the tables, whatever their state. */
  readonly isRebuilding?: boolean;
  /** Set by the tool that restores the data folder, which nothing else may use until it has finished. */
  readonly isRestoring?: boolean;
  /** Assign the tables to the configured log, whichever log they belong to. */
  readonly isAdopting?: boolean;
  /** A second instance beside the service: fewer connections, and schemas that it owns (`database/schema-prefix.ts`). */
  readonly isBeside?: boolean;
  readonly logger: RunnerLogger;
  /** Called if the embedded server cannot be restarted and this process has to end. */
  readonly onFatal?: ((error: unknown) => void) | undefined;
  /** Called with the parts that the start waits for, for the probes. */
  readonly setAwaited?: ((reasons: readonly UnreadyReason[]) => void) | undefined;
  /** Called when the start begins to wait for the database: for work that can be done meanwhile. */
  readonly onWaitingForDatabase?: () => void;
  /** Null if no traces are sent. */
  readonly tracer?: Tracer | null;
  /** Memory for the states of streams, in megabytes. */
  readonly companyCacheMb?: number | undefined;
  /** Number of partitions of read tables that do not exist yet. */
  readonly readPartitions?: number | undefined;
  /** Called after each append with its duration, for metrics. */
  readonly onAppend?: ((seconds: number, events: number) => void) | undefined;
  /** Cancels a pending start. */
  readonly signal?: AbortSignal | undefined;
}
