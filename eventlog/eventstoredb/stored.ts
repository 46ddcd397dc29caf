/** Reads events as text in pages. Each page is a separate read, so that a slow consumer keeps no read open. */
import type { EventLog, StoredEvent } from '../port.ts';

const PAGE = 500;
const PAGE_BYTES = 512 * 1024;

export function createStoredReader(readStream: EventLog['readStream']): EventLog['readStored'] {
  return async function* readStored(stream, from = 0) {
    for (let next = from; ;) {
      const page: StoredEvent[] = [];
      let bytes = 0;
      for await (const event of readStream(stream, { from: next, limit: PAGE })) {
        const stored = { ...event, data: JSON.stringify(event.data), metadata: JSON.stringify(event.metadata) };
        page.push(stored);
        bytes += stored.data.length;
        if (bytes >= PAGE_BYTES) break;
      }
      if (page.length === 0) return;
      yield page;
      next = page.at(-1)!.revision + 1;
    }
  };
}
