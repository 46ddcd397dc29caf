import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Option of Node.js with which the service is started: room for new objects, twice the default. Answers of some size are
 * written side by side. With less room, a collection finds most of them in use and keeps what is garbage a moment later:
 * a page of entries took a quarter more processor time. V8 reads it only when a process starts.
 */
export const ROOM_FOR_NEW_OBJECTS = '--max-semi-space-size=32';

/**
 * How much the heap may grow between two collections, in percent of what is in use. Node.js lets it grow to four times on
 * a machine with much memory, and the first collection waits for half a gigabyte.
 */
const GROWTH_PERCENT = 50;
const FLAG = 'heap-growing-percent';

/** Lets V8 collect garbage earlier, unless the caller of Node.js has chosen the growth. To be called after the start. */
export function limitHeapGrowth(): void {
  const given = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ').replaceAll('_', '-');
  if (given.includes(FLAG)) return;
  setFlagsFromString(`--${FLAG}=${GROWTH_PERCENT}`);
  // The growth counts from a collection. This one also removes what only the start needed.
  findCollector()();
}

const LOOK_EVERY_MS = 10_000;
/** Part of the time that the event loop works. */
const AT_REST = 0.1;
const WORTH_RETURNING = 8 * 2 ** 20;

/**
 * Returns the room for new objects to the system when the process has hardly worked for a while. V8 does so when it collects,
 * but a process at rest does not collect for minutes. A collection takes some milliseconds, and V8 needs a few of them to
 * believe that the process rests.
 */
export function returnRoomAtRest(lookEveryMs = LOOK_EVERY_MS): void {
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization < AT_REST && measureRoom() > WORTH_RETURNING) findCollector()({ type: 'minor' });
  }, lookEveryMs).unref();
}

const measureRoom = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.physical_space_size ?? 0;

let collector: NodeJS.GCFunction | null = null;

function findCollector(): NodeJS.GCFunction {
  if (!collector) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as NodeJS.GCFunction;
  }
  return collector;
}
