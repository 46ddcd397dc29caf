import { upcastEvent } from '../../domain/event-catalogue.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';

export const toDomainEvent = (event: RecordedEvent): DomainEvent => upcastEvent(event);

/** Groups consecutive revisions into ranges, so that each range is one read. */
export function groupIntoRanges(
  revisions: Iterable<number>,
): readonly { readonly first: number; readonly count: number }[] {
  const ranges: { first: number; count: number }[] = [];
  for (const revision of [...new Set(revisions)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && revision === last.first + last.count) last.count += 1;
    else ranges.push({ first: revision, count: 1 });
  }
  return ranges;
}

/** Concurrent reads. */
const TOGETHER = 8;

/** Reads events of a stream by revision, in order. */
export async function readEventsAt(
  log: EventLog,
  stream: string,
  revisions: Iterable<number>,
): Promise<readonly RecordedEvent[]> {
  const ranges = groupIntoRanges(revisions);
  const found: RecordedEvent[] = [];
  for (let start = 0; start < ranges.length; start += TOGETHER) {
    const read = ranges.slice(start, start + TOGETHER).map(async ({ first, count }) => {
      const events: RecordedEvent[] = [];
      for await (const event of log.readStream(stream, { from: first, limit: count })) events.push(event);
      return events;
    });
    found.push(...(await Promise.all(read)).flat());
  }
  return found;
}
