import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';
import { findSealedParts, openValues } from './sealed-data.ts';
import type { KeyMap, Vault } from './vault.ts';

/** Wraps the event log: parsed reads return events with their personal values, or without those that were erased. */
export function openSealedLog(log: EventLog, vault: Pick<Vault, 'findKey' | 'loadKeys'>): EventLog {
  async function* openBatches(batches: AsyncIterable<readonly RecordedEvent[]>) {
    for await (const events of batches) {
      const missing = openEvents(events, vault, NO_KEYS);
      if (missing) openEvents(events, vault, await vault.loadKeys(missing));
      yield events;
    }
  }
  return {
    ...log,
    readStream: (stream, options) => openStream(log.readStream(stream, options), vault),
    readAll: (after, batchSize) => openBatches(log.readAll(after, batchSize)),
    follow: (after, options) => openBatches(log.follow(after, options)),
    async findEventAt(position) {
      const event = await log.findEventAt(position);
      const missing = event && openEvents([event], vault, NO_KEYS);
      if (missing) openEvents([event], vault, await vault.loadKeys(missing));
      return event;
    },
    stored: log,
  };
}

const NO_KEYS: KeyMap = new Map();
/** Keys of this many events are loaded together. */
const TOGETHER = 500;

/** Opens the events in place. Returns the ids of keys that must be loaded first; null if everything is open. */
function openEvents(events: readonly RecordedEvent[], vault: Pick<Vault, 'findKey'>, loaded: KeyMap): string[] | null {
  let missing: Set<string> | null = null;
  for (const event of events) {
    const parts = findSealedParts(event.data);
    if (!parts) continue;
    const found = new Map<string, ReturnType<Vault['findKey']>>();
    for (const { key } of parts) {
      const known = loaded.get(key) ?? vault.findKey(key);
      if (known === undefined && !loaded.has(key)) (missing ??= new Set<string>()).add(key);
      else found.set(key, known);
    }
    if (missing) continue;
    const erased = openValues(event, parts, (id) => found.get(id));
    if (erased.length > 0) Object.assign(event, { erased });
  }
  return missing && [...missing];
}

/** The events after one whose keys are not known are read ahead, so that all keys come in one round trip. */
function openStream(events: AsyncIterable<RecordedEvent>, vault: Pick<Vault, 'findKey' | 'loadKeys'>) {
  const source = events[Symbol.asyncIterator]();
  let ahead: RecordedEvent[] = [];
  let isEnded = false;
  const readAhead = async (first: RecordedEvent, missing: readonly string[]): Promise<void> => {
    ahead = [first];
    const ids = new Set(missing);
    while (ahead.length < TOGETHER && !isEnded) {
      const next = await source.next();
      if (next.done) isEnded = true;
      else {
        ahead.push(next.value);
        for (const { key } of findSealedParts(next.value.data) ?? []) ids.add(key);
      }
    }
    openEvents(ahead, vault, await vault.loadKeys([...ids]));
  };
  const iterator: AsyncIterator<RecordedEvent> = {
    async next() {
      if (ahead.length === 0) {
        const next = isEnded ? END : await source.next();
        if (next.done) return END;
        const missing = openEvents([next.value], vault, NO_KEYS);
        if (!missing) return next;
        await readAhead(next.value, missing);
      }
      return { done: false, value: ahead.shift()! };
    },
    async return() {
      await source.return?.();
      return END;
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

const END = { done: true, value: undefined } as const;
