import type pg from 'pg';
import type { Pulse } from '../database/unresponsive-server.ts';
import type { EventLog } from '../eventlog/port.ts';
import type { Progress } from '../projections/engine/progress.ts';

export interface RunnerOptions {
  readonly databaseUrl: string;
  /** When it is lost, so is the right to project. */
  readonly pulse?: Pulse;
  /** Whether other processes wait for progress notifications; default: true. */
  readonly isHeard?: () => boolean;
  /** Commits without waiting for the disk. */
  readonly connection: pg.Pool;
  readonly log: EventLog;
  readonly progress: Progress;
  readonly logger: RunnerLogger;
  readonly batchSize?: number;
  /** Number of shards that streams are divided into at the start; default: as they are. */
  readonly shards?: number;
  /** Whether tables of an earlier version may be used until those of this version are built; otherwise they are built first. */
  readonly bridges?: boolean;
  /** Number of partitions of tables that do not exist yet. */
  readonly partitions?: number | undefined;
}

export interface RunnerLogger {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
