import { randomUUID } from 'node:crypto';
import type { Core } from '../../service/core.ts';
import { faultPoint } from '../../database/fault-point.ts';
import { BEGINNING, type EventLog } from '../../eventlog/port.ts';
import { noteInRegister, readStandingOfLog, type LogRegister } from '../../eventlog/register.ts';
import { wordsOfPlace } from '../../service/event-log/identity.ts';
import { ProjectionDelayed } from '../../projections/engine/progress.ts';
import { UserMistake } from '../script.ts';
import { compareBeginning, compareLogs, copyEvents, copyTail, type Compared } from './copy.ts';
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
  /** How many events the target held already. */
  readonly known: number;
}

/**
 * Copies the log of an installation to another place and hands it over. Each step leaves everything such that the same
 * command goes on from there, and until the last one the log of before is the one in use.
 */
export async function moveLog(
  core: Core,
  target: Target,
  journey: Journey,
  tell: (text: string) => void,
): Promise<Moved> {
  const [from, to] = [wordsOfPlace(journey.from), wordsOfPlace(journey.to)];
  const begun = await beginCopy(core, target, to, tell);
  const writes = await pauseWrites(core, to);
  try {
    await announced(core, tell);
    faultPoint('copy-begun');
    const { known, ...compared } = await copyAll(core, target, writes, tell);
    faultPoint('copy-compared');
    const at = new Date().toISOString();
    await noteInRegister(target.register, ({ isComplete }) =>
      isComplete ? null : { what: 'copy_completed', events: compared.events, at },
    );
    faultPoint('copy-completed');
    await writes.handOver(begun);
    faultPoint('copy-handed-over');
    await noteInRegister(core.register, ({ left }) =>
      left?.for === begun ? null : { what: 'left', for: begun, place: to, at },
    );
    return { from, to, known, ...compared };
  } finally {
    await writes.end();
  }
}

/** Gives the identity of the copy. @throws UserMistake when the target is something that must not be added to */
async function beginCopy(core: Core, target: Target, to: string, tell: (text: string) => void): Promise<string> {
  const { id: source, left } = await readStandingOfLog(core.register);
  const before = await readStandingOfLog(target.register);
  if (left !== null && left.for !== before.id)
    throw new UserMistake(
      `This log was left for ${left.place}: copy the one that is there, or take this one back first`,
    );
  const isOwn = before.copiedFrom === source && before.left === null;
  if (!before.isComplete && !isOwn) throw occupied(to, 'an unfinished copy of another log');
  if (before.id !== null && before.left === null && !isOwn) throw occupied(to, 'a log that is in use');
  if (before.id === null && (await target.log.head()) !== BEGINNING) throw occupied(to, 'a log that is in use');
  // It was left once, and is gone on with where it ends; nothing is noted before that is sure.
  if (before.left !== null) await compareBeginning(core.log, target.log, tell);
  const standing = await noteInRegister(target.register, (now) => {
    if (now.id !== before.id)
      throw new UserMistake('Somebody else has begun to use the target: look at it, and run this again');
    const isThere = isOwn && (!now.isComplete || left !== null);
    return isThere
      ? null
      : { what: 'copy_begun', id: isOwn ? now.id! : randomUUID(), from: source!, at: new Date().toISOString() };
  });
  return standing.id!;
}

const occupied = (to: string, what: string): UserMistake =>
  new UserMistake(`${to} holds ${what}: nothing was changed there, choose another --to-prefix or an empty place`);

/** What was written is announced from the tables of before: those that are made from the copy announce nothing. */
async function announced({ log, progress }: Core, tell: (text: string) => void): Promise<void> {
  const head = await log.head();
  for (let position = -Infinity; ;) {
    try {
      return await progress.passed(head);
    } catch (error) {
      if (!(error instanceof ProjectionDelayed)) throw error;
      if (progress.position <= position)
        throw new UserMistake('The read tables stand still behind the log: see /v1/status, and run this again', {
          cause: error,
        });
      position = progress.position;
      tell(`the read tables are at ${position} of ${head}`);
    }
  }
}

async function copyAll(
  core: Core,
  target: Target,
  writes: WritePause,
  tell: (text: string) => void,
): Promise<Compared & { readonly known: number }> {
  const writer = await target.openWriter();
  try {
    for (let copied = await copyEvents(core.log, target.log, writer, tell); ;) {
      const compared = await compareLogs(core.log, target.log, tell);
      await writes.isHeld();
      if ((await core.log.head()) === copied.position) return { ...compared, known: copied.known };
      copied = await copyTail(core.log, copied, writer);
      await announced(core, tell);
    }
  } finally {
    await writer.close();
  }
}
