import { findBreak, createChainStart, toChainEnd } from '../../commands/support/verify-chain.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import { BEGINNING, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import { UserMistake } from '../script.ts';
import { createEventReader, isSameEvent, describeEvent, readPages } from './events.ts';
import type { LogWriter } from './writer.ts';

type Tell = (text: string) => void;

export interface Copied {
  readonly events: number;
  /** Position in the source up to which everything is copied. */
  readonly position: number;
  /** Number of events that the target already contained. */
  readonly known: number;
}

/**
 * Brings the target up to date with the source. The target contains a prefix of the source, from an interrupted run or
 * because it was once left for the source; all of it is compared before anything is added. @throws UserMistake
 */
export async function copyEvents(source: EventLog, target: EventLog, writer: LogWriter, tell: Tell): Promise<Copied> {
  const held = createEventReader(target);
  const follows = createContinuityCheck();
  let [events, known, position, isBehind] = [0, 0, BEGINNING, false];
  try {
    for await (const page of readPages(source, BEGINNING)) {
      let index = 0;
      for (; index < page.length && !isBehind; index += 1) {
        const there = await held.next();
        if (there === undefined) {
          isBehind = true;
          break;
        }
        if (!isSameEvent(page[index]!, there)) throw createDifferenceMistake(there, page[index]);
        follows(there);
        known += 1;
      }
      const rest = page.slice(index);
      rest.forEach(follows);
      if (rest.length > 0) await writer.write(rest);
      if (rest.length > 0) passFaultPoint('copy-written');
      events += page.length;
      position = page.at(-1)!.position;
      tell(`${events} events${known === 0 ? '' : `, ${known} of them already present`}`);
    }
    const more = isBehind ? undefined : await held.next();
    if (more !== undefined) throw createDifferenceMistake(more);
  } finally {
    await held.end();
  }
  await writer.flush();
  return { events, position, known };
}

/** Verifies that the target contains only a prefix of the source. @throws UserMistake */
export async function compareBeginning(source: EventLog, target: EventLog, tell: Tell): Promise<void> {
  const [wanted, held] = [createEventReader(source), createEventReader(target)];
  try {
    for (let count = 1; ; count += 1) {
      const there = await held.next();
      if (there === undefined) return;
      const one = await wanted.next();
      if (one === undefined || !isSameEvent(one, there)) throw createDifferenceMistake(there, one);
      tell(`comparing existing events: ${count}`);
    }
  } finally {
    await Promise.all([wanted.end(), held.end()]);
  }
}

/** Copies what was written while other processes were still pausing, or after a brief interruption. */
export async function copyTail(source: EventLog, after: Copied, writer: LogWriter): Promise<Copied> {
  let { events, position } = after;
  for await (const page of readPages(source, position)) {
    await writer.write(page);
    events += page.length;
    position = page.at(-1)!.position;
  }
  await writer.flush();
  return { events, position, known: after.known };
}

function createDifferenceMistake(there: RecordedEvent, wanted?: RecordedEvent): UserMistake {
  return new UserMistake(
    `The target holds something else than this log: ${describeEvent(there)}${wanted ? ` is in the place of ${describeEvent(wanted)}` : ' does not belong to it'}. ` +
      'Nothing was changed there; choose another --to-prefix or an empty destination',
  );
}

/** Rejects a truncated stream, or one with events of another origin, which cannot be copied as it is. */
function createContinuityCheck(): (event: RecordedEvent) => void {
  const revisions = new Map<string, number>();
  return (event) => {
    if (event.type.endsWith('(not of this service)'))
      throw new UserMistake(
        `${event.stream} contains an event that was not written by this service: ${describeEvent(event)}`,
      );
    if (event.revision !== (revisions.get(event.stream) ?? -1) + 1)
      throw new UserMistake(`${event.stream} is incomplete: an event is missing before event ${event.revision}`);
    revisions.set(event.stream, event.revision);
  };
}

export interface Compared {
  readonly events: number;
  readonly streams: number;
  /** Streams with a broken hash chain, in the source as in the target. */
  readonly broken: number;
}

/** Reads both logs completely and checks for the same events in the same order, and the same heads. @throws UserMistake */
export async function compareLogs(source: EventLog, target: EventLog, tell: Tell): Promise<Compared> {
  const [theirs, ours] = [createEventReader(source), createEventReader(target)];
  const [before, after] = [new Map<string, ChainEnd>(), new Map<string, ChainEnd>()];
  const broken = new Set<string>();
  let events = 0;
  try {
    for (;;) {
      const [one, other] = [await theirs.next(), await ours.next()];
      if (one === undefined && other === undefined) break;
      if (one === undefined || other === undefined || !isSameEvent(one, other))
        throw new UserMistake(
          `The copy differs from the log at event ${events + 1}: ${one ? describeEvent(one) : 'nothing'} became ${other ? describeEvent(other) : 'nothing'}`,
        );
      if (findBreak(other, after.get(other.stream) ?? createChainStart(other.stream)) !== null)
        broken.add(other.stream);
      before.set(one.stream, toChainEnd(one));
      after.set(other.stream, toChainEnd(other));
      events += 1;
      tell(`comparing: ${events} events`);
    }
  } finally {
    await Promise.all([theirs.end(), ours.end()]);
  }
  for (const [stream, { revision, hash }] of before)
    if (after.get(stream)?.revision !== revision || after.get(stream)?.hash !== hash)
      throw new UserMistake(`The copy of ${stream} does not end where the stream ends`);
  return { events, streams: after.size, broken: broken.size };
}
