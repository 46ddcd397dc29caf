import { createChainStart, findBreak, toChainEnd } from '../../../commands/support/verify-chain.ts';
import { upcastEvent } from '../../../domain/event-catalogue.ts';
import { toCanonicalJson } from '../../../domain/json.ts';
import { BEGINNING, type EventLog, type RecordedEvent } from '../../../eventlog/port.ts';
import { findSealedParts, openValues } from '../../../stores/vault/sealed-data.ts';
import type { ChainEnd } from '../../../stores/support/chain-end.ts';
import { describeEvent } from '../events.ts';
import type { RenewedLog } from './renewed-log.ts';

const BATCH = 200;

/**
 * Reads the written epoch and the old log side by side: the same events in the same places, chains that hold, and sealed
 * values that open to what was there before, unless their key is destroyed.
 */
export async function proveEpoch(
  old: EventLog,
  written: AsyncIterable<readonly RecordedEvent[]>,
  findKey: RenewedLog['findKey'],
  tell: (text: string) => void,
): Promise<number> {
  const before = readOneByOne(old.readAll(BEGINNING, BATCH));
  const ends = new Map<string, ChainEnd>();
  let events = 0;
  for await (const batch of written) {
    for (const event of batch) {
      const { value: original } = await before.next();
      const problem = original ? findProblem(original, event, ends, findKey) : 'is not in the old log';
      if (problem !== null) throw new Error(`The new epoch is not valid: ${describeEvent(event)} ${problem}`);
      ends.set(event.stream, toChainEnd(event));
    }
    tell(`proving: ${(events += batch.length)} events`);
  }
  const { value: more } = await before.next();
  if (more) throw new Error(`The new epoch is not valid: ${describeEvent(more)} is missing`);
  return events;
}

async function* readOneByOne(
  batches: AsyncIterable<readonly RecordedEvent[]>,
): AsyncGenerator<RecordedEvent, undefined> {
  for await (const batch of batches) yield* batch;
  return undefined;
}

function findProblem(
  original: RecordedEvent,
  event: RecordedEvent,
  ends: ReadonlyMap<string, ChainEnd>,
  findKey: RenewedLog['findKey'],
): string | null {
  const isSame = (['id', 'stream', 'revision', 'type'] as const).every((name) => original[name] === event[name]);
  if (!isSame) return 'is in another place';
  const reason = findBreak(event, ends.get(event.stream) ?? createChainStart(event.stream));
  if (reason !== null) return `breaks the chain (${reason})`;
  const data = structuredClone(event.data);
  const parts = findSealedParts(data);
  const lost = parts ? openValues({ id: event.id, type: event.type, data }, parts, findKey) : [];
  if (lost.length > 0) return null;
  const [one, other] = [upcastEvent(original), upcastEvent({ ...event, data })];
  return toCanonicalJson(one.data) === toCanonicalJson(other.data) ? null : 'has other content';
}
