import { findBreak, createChainStart, toChainEnd } from '../../../commands/support/verify-chain.ts';
import { BEGINNING, type EventLog } from '../../../eventlog/port.ts';
import { readEpoch } from '../../../stores/history/epoch.ts';
import type { ChainEnd } from '../../../stores/support/chain-end.ts';
import { UserMistake } from '../../script.ts';

/** What must be known of the old log before the first event of the new one is written. */
export interface OldLog {
  readonly events: number;
  /** Position of the last event. */
  readonly position: number;
  /** Number of the epoch of each stream that states one. */
  readonly epochs: ReadonlyMap<string, number>;
  readonly ends: ReadonlyMap<string, ChainEnd>;
  /** When its last event was recorded. */
  readonly recordedAt: string;
}

/** @throws UserMistake if a chain is broken: a new epoch must not hide it */
export async function examineOldLog(stored: EventLog, tell: (text: string) => void): Promise<OldLog> {
  const ends = new Map<string, ChainEnd>();
  const epochs = new Map<string, number>();
  let [events, position, recordedAt] = [0, BEGINNING, ''];
  for await (const batch of stored.readAll(BEGINNING, 500)) {
    for (const event of batch) {
      const reason = findBreak(event, ends.get(event.stream) ?? createChainStart(event.stream));
      if (reason !== null)
        throw new UserMistake(
          `The chain of ${event.stream} is broken at revision ${event.revision} (${reason}): see grandlivre verify. Nothing was changed`,
        );
      ends.set(event.stream, toChainEnd(event));
      const epoch = event.revision === 0 ? readEpoch(event.metadata) : null;
      if (epoch !== null) epochs.set(event.stream, epoch.number);
      position = event.position;
      recordedAt = event.metadata.recorded_at ?? recordedAt;
    }
    tell(`checking: ${(events += batch.length)} events`);
  }
  return { events, position, epochs, ends, recordedAt };
}
