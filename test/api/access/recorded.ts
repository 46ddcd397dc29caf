import type { EventLog, RecordedEvent } from '../../../eventlog/port.ts';

/** What requests have recorded since a place of the log: what became of mails is recorded in the background, whenever it is. */
export async function recordedSince(log: EventLog, head: number): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of log.readAll(head, 1_000))
    events.push(...batch.filter(({ type }) => type !== 'MailsSettled'));
  return events;
}
