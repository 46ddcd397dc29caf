import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';

/** An event has a megabyte at most: so many are in memory at once, and a page that is being read beside them. */
export const PAGE = 100;

/** Asks for the next page while the current one is worked on. */
export async function* pagesOf(log: EventLog, after: number): AsyncGenerator<readonly RecordedEvent[], void> {
  const pages = log.readAll(after, PAGE)[Symbol.asyncIterator]();
  let next = pages.next();
  try {
    for (let page = await next; !page.done; page = await next) {
      next = pages.next();
      // Its failure is thrown when its turn comes.
      next.catch(() => undefined);
      yield page.value;
    }
  } finally {
    await next.catch(() => undefined);
    await pages.return?.();
  }
}

/** The events of a log one after another, taken when they are wanted. */
export function eventsOf(log: EventLog): {
  next(): RecordedEvent | undefined | Promise<RecordedEvent | undefined>;
  end(): Promise<unknown>;
} {
  const pages = pagesOf(log, -1);
  let page: readonly RecordedEvent[] = [];
  let index = 0;
  async function nextPage(): Promise<RecordedEvent | undefined> {
    const given = await pages.next();
    if (given.done === true) return undefined;
    [page, index] = [given.value, 1];
    return page[0];
  }
  return {
    next: () => (index < page.length ? page[index++] : nextPage()),
    end: () => pages.return(),
  };
}

/** What makes two events of two logs the same one; their positions differ. */
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

export const nameOf = ({ stream, revision, type }: RecordedEvent): string => `${type}, event ${revision} of ${stream}`;
