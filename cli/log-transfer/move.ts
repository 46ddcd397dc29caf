import { randomUUID } from 'node:crypto';
import type { Core } from '../../service/core.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import { BEGINNING, getStoredLog, type EventLog } from '../../eventlog/port.ts';
import { updateRegister, readLogStanding, type LogRegister } from '../../eventlog/register.ts';
import { describePlace } from '../../service/event-log/identity.ts';
import { ProjectionDelayed } from '../../projections/engine/progress.ts';
import { UserMistake } from '../script.ts';
import { compareBeginning, compareLogs, copyEvents, copyTail, type Compared } from './copy.ts';
import { openRenewedLog } from './epoch/renewed-log.ts';
import { pauseWrites, type WritePause } from './pause-writes.ts';
import type { Journey } from './settings.ts';
import type { LogWriter } from './writer.ts';

export interface Target {
  readonly log: EventLog;
  readonly register: LogRegister;
  openWriter(): LogWriter | Promise<LogWriter>;
}

export interface Moved extends Compared {
  readonly from: string;
  readonly to: string;
  /** Number of events that the target already contained. */
  readonly known: number;
}

export interface Move {
  readonly core: Core;
  readonly target: Target;
  readonly journey: Journey;
  /** Signs a new epoch; null if the log is copied as it is. */
  readonly appKey: string | null;
}

/**
 * Copies the log of an installation to another place and switches to it. After each step, the same command can continue
 * from there, and until the last one the old log is the one in use.
 */
export async function moveLog(move: Move, tell: (text: string) => void): Promise<Moved> {
  const { core, target, journey } = move;
  const [from, to] = [describePlace(journey.from), describePlace(journey.to)];
  const begun = await beginCopy(core, target, to, tell);
  const writes = await pauseWrites(core, to);
  try {
    await waitUntilAnnounced(core, tell);
    passFaultPoint('copy-begun');
    const { known, ...compared } = await copyAll(move, writes, tell);
    passFaultPoint('copy-compared');
    const at = new Date().toISOString();
    await updateRegister(target.register, ({ isComplete }) =>
      isComplete ? null : { what: 'copy_completed', events: compared.events, at },
    );
    passFaultPoint('copy-completed');
    await writes.handOver(begun);
    passFaultPoint('copy-handed-over');
    await updateRegister(core.register, ({ left }) =>
      left?.for === begun ? null : { what: 'left', for: begun, place: to, at },
    );
    return { from, to, known, ...compared };
  } finally {
    await writes.end();
  }
}

/** Returns the identity of the copy. @throws UserMistake if the target must not be added to */
async function beginCopy(core: Core, target: Target, to: string, tell: (text: string) => void): Promise<string> {
  const { id: source, left } = await readLogStanding(core.register);
  const before = await readLogStanding(target.register);
  if (left !== null && left.for !== before.id)
    throw new UserMistake(`This log was left for ${left.place}: copy the log there, or take this one back first`);
  const isOwn = before.copiedFrom === source && before.left === null;
  if (!before.isComplete && !isOwn) throw createOccupiedMistake(to, 'an unfinished copy of another log');
  if (before.id !== null && before.left === null && !isOwn) throw createOccupiedMistake(to, 'a log that is in use');
  if (before.id === null && (await target.log.readHead()) !== BEGINNING)
    throw createOccupiedMistake(to, 'a log that is in use');
  // The target was left once and is continued where it ends; this is verified before anything is recorded.
  if (before.left !== null) await compareBeginning(getStoredLog(core.log), target.log, tell);
  const standing = await updateRegister(target.register, (now) => {
    if (now.id !== before.id)
      throw new UserMistake('Another process has started to use the target: check it, and run this again');
    const isThere = isOwn && (!now.isComplete || left !== null);
    return isThere
      ? null
      : { what: 'copy_begun', id: isOwn ? now.id! : randomUUID(), from: source!, at: new Date().toISOString() };
  });
  return standing.id!;
}

const createOccupiedMistake = (to: string, what: string): UserMistake =>
  new UserMistake(`${to} contains ${what}: nothing was changed there; choose another --to-prefix or an empty place`);

/** Waits until all writes are announced from the old tables: those built from the copy announce nothing. */
export async function waitUntilAnnounced({ log, progress }: Core, tell: (text: string) => void): Promise<void> {
  const head = await log.readHead();
  for (let position = -Infinity; ;) {
    try {
      return await progress.waitForPosition(head);
    } catch (error) {
      if (!(error instanceof ProjectionDelayed)) throw error;
      if (progress.position <= position)
        throw new UserMistake('The read tables do not catch up with the log: see /v1/status, and run this again', {
          cause: error,
        });
      position = progress.position;
      tell(`the read tables are at ${position} of ${head}`);
    }
  }
}

async function copyAll(
  { core, target, appKey }: Move,
  writes: WritePause,
  tell: (text: string) => void,
): Promise<Compared & { readonly known: number }> {
  const source = appKey === null ? getStoredLog(core.log) : (await openRenewedLog(core, appKey, tell)).log;
  const writer = await target.openWriter();
  try {
    for (let copied = await copyEvents(source, target.log, writer, tell); ;) {
      const compared = await compareLogs(source, target.log, tell);
      await writes.requireHeld();
      if ((await source.readHead()) === copied.position) return { ...compared, known: copied.known };
      copied = await copyTail(source, copied, writer);
      await waitUntilAnnounced(core, tell);
    }
  } finally {
    await writer.close();
  }
}
