import type { RecordedEvent } from '../../eventlog/port.ts';

/** Appends events, in order, to a log without other writers: after any failure it contains a prefix of them. */
export interface LogWriter {
  /** May still be in progress when the promise resolves. */
  write(events: readonly RecordedEvent[]): Promise<void>;
  /** Resolves when all that was written is durable. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
