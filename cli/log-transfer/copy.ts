import { breakAt, beginningOf, endAt } from '../../commands/support/verify-chain.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import { faultPoint } from '../../database/fault-point.ts';
import { BEGINNING, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import { UserMistake } from '../script.ts';
import { eventsOf, isSameEvent, nameOf, pagesOf } from './events.ts';
import type { LogWriter } from './writer.ts';

type Tell = (text: string) => void;

export interface Copied {
  readonly events: number;
  /** Position in the source up to which everything is copied. */
  readonly position: number;
  /** How many of them the target held already. */
  readonly known: number;
}

/**
 * Brings the target to where the source is. The target holds a beginning of the source, from a run that was interrupted or because
 * it was left for the source once, and everything of it is compared before something is added. @throws UserMistake
 */
export async function copyEvents(source: EventLog, target: EventLog, writer: LogWriter, tell: Tell): Promise<Copied> {
  const held = eventsOf(target);
  const follows = continuity();
  let [events, known, position, isBehind] = [0, 0, BEGINNING, false];
  try {
    for await (const page of pagesOf(source, BEGINNING)) {
      let index = 0;
      for (; index < page.length && !isBehind; index += 1) {
        const there = await held.next();
        if (there === undefined) {
          isBehind = true;
          break;
        }
        if (!isSameEvent(page[index]!, there)) throw somethingElse(there, page[index]);
        follows(there);
        known += 1;
      }
      const rest = page.slice(index);
      rest.forEach(follows);
      if (rest.length > 0) await writer.write(rest);
      if (rest.length > 0) faultPoint('copy-written');
      events += page.length;
      position = page.at(-1)!.position;
      tell(`${events} events${known === 0 ? '' : `, ${known} of them were there`}`);
    }
    const more = isBehind ? undefined : await held.next();
    if (more !== undefined) throw somethingElse(more);
  } finally {
    await held.end();
  }
  await writer.settled();
  return { events, position, known };
}

/** That the target holds nothing but a beginning of the source. @throws UserMistake */
export async function compareBeginning(source: EventLog, target: EventLog, tell: Tell): Promise<void> {
  const [wanted, held] = [eventsOf(source), eventsOf(target)];
  try {
    for (let count = 1; ; count += 1) {
      const there = await held.next();
      if (there === undefined) return;
      const one = await wanted.next();
      if (one === undefined || !isSameEvent(one, there)) throw somethingElse(there, one);
      tell(`comparing what is there: ${count} events`);
    }
  } finally {
    await Promise.all([wanted.end(), held.end()]);
  }
}

/** What was written while everyone was still letting go, and after a copy that was interrupted for a moment. */
export async function copyTail(source: EventLog, after: Copied, writer: LogWriter): Promise<Copied> {
  let { events, position } = after;
  for await (const page of pagesOf(source, position)) {
    await writer.write(page);
    events += page.length;
    position = page.at(-1)!.position;
  }
  await writer.settled();
  return { events, position, known: after.known };
}

function somethingElse(there: RecordedEvent, wanted?: RecordedEvent): UserMistake {
  return new UserMistake(
    `The target holds something else than this log: ${nameOf(there)}${wanted ? ` stands where ${nameOf(wanted)} belongs` : ' is not in it'}. ` +
      'Nothing was changed there; choose another --to-prefix or an empty place',
  );
}

/** A stream whose beginning was cut off, or that holds what this service has not written, cannot be copied as it is. */
function continuity(): (event: RecordedEvent) => void {
  const revisions = new Map<string, number>();
  return (event) => {
    if (event.type.endsWith('(not of this service)'))
      throw new UserMistake(`${event.stream} holds an event that this service has not written: ${nameOf(event)}`);
    if (event.revision !== (revisions.get(event.stream) ?? -1) + 1)
      throw new UserMistake(`${event.stream} is not whole: an event is missing before its event ${event.revision}`);
    revisions.set(event.stream, event.revision);
  };
}

export interface Compared {
  readonly events: number;
  readonly streams: number;
  /** Streams whose chain does not hold, in the source as in the target. */
  readonly broken: number;
}

/** Reads both logs from their beginnings to their ends: the same events in the same order, and the same heads. @throws UserMistake */
export async function compareLogs(source: EventLog, target: EventLog, tell: Tell): Promise<Compared> {
  const [theirs, ours] = [eventsOf(source), eventsOf(target)];
  const [before, after] = [new Map<string, ChainEnd>(), new Map<string, ChainEnd>()];
  const broken = new Set<string>();
  let events = 0;
  try {
    for (;;) {
      const [one, other] = [await theirs.next(), await ours.next()];
      if (one === undefined && other === undefined) break;
      if (one === undefined || other === undefined || !isSameEvent(one, other))
        throw new UserMistake(
          `The copy differs from the log at event ${events + 1}: ${one ? nameOf(one) : 'nothing'} became ${other ? nameOf(other) : 'nothing'}`,
        );
      if (breakAt(other, after.get(other.stream) ?? beginningOf(other.stream)) !== null) broken.add(other.stream);
      before.set(one.stream, endAt(one));
      after.set(other.stream, endAt(other));
      events += 1;
      tell(`comparing: ${events} events`);
    }
  } finally {
    await Promise.all([theirs.end(), ours.end()]);
  }
  for (const [stream, { revision, hash }] of before)
    if (after.get(stream)?.revision !== revision || after.get(stream)?.hash !== hash)
      throw new UserMistake(`The copy of ${stream} ends elsewhere than the stream itself`);
  return { events, streams: after.size, broken: broken.size };
}
