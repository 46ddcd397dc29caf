import type { RecordedEvent } from '../../eventlog/port.ts';

/** Adds events to a log that nobody else writes to, in their order: whatever happens, it holds a beginning of them. */
export interface LogWriter {
  /** May be under way still when it comes back. */
  write(events: readonly RecordedEvent[]): Promise<void>;
  /** All that was written is there, for good. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
