import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';

/** An event can have up to a megabyte: this many are in memory, plus the page being read ahead. */
export const PAGE = 100;

/** Requests the next page while the current one is processed. */
export async function* readPages(log: EventLog, after: number): AsyncGenerator<readonly RecordedEvent[], void> {
  const pages = log.readAll(after, PAGE)[Symbol.asyncIterator]();
  let next = pages.next();
  try {
    for (let page = await next; !page.done; page = await next) {
      next = pages.next();
      // A failure is thrown when this page is awaited.
      next.catch(() => undefined);
      yield page.value;
    }
  } finally {
    await next.catch(() => undefined);
    await pages.return?.();
  }
}

/** Reads the events of a log one by one, on demand. */
export function createEventReader(log: EventLog): {
  next(): RecordedEvent | undefined | Promise<RecordedEvent | undefined>;
  end(): Promise<unknown>;
} {
  const pages = readPages(log, -1);
  let page: readonly RecordedEvent[] = [];
  let index = 0;
  async function readNextPage(): Promise<RecordedEvent | undefined> {
    const given = await pages.next();
    if (given.done === true) return undefined;
    [page, index] = [given.value, 1];
    return page[0];
  }
  return {
    next: () => (index < page.length ? page[index++] : readNextPage()),
    end: () => pages.return(),
  };
}

/** Whether two events of two logs are the same; their positions differ. */
export function isSameEvent(one: RecordedEvent, other: RecordedEvent): boolean {
  return (
    one.id === other.id &&
    one.stream === other.stream &&
    one.revision === other.revision &&
    one.type === other.type &&
    one.version === other.version &&
    JSON.stringify(one.data) === JSON.stringify(other.data) &&
    JSON.stringify(one.metadata) === JSON.stringify(other.metadata)
  );
}

export const describeEvent = ({ stream, revision, type }: RecordedEvent): string =>
  `${type}, event ${revision} of ${stream}`;
