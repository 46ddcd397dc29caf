import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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
  setFlagsFromString('--expose-gc');
  // The growth counts from a collection. This one also removes what only the start needed.
  (runInNewContext('gc') as NodeJS.GCFunction)();
}
