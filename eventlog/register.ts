import { randomUUID } from 'node:crypto';

/**
 * What is known of a log as a whole: which one it is, whether it is a copy of another one, and whether it was left for another
 * one. Each engine keeps it beside the events, and only ever adds to it, so that it is backed up and restored with them.
 */
export interface LogRegister {
  read(): Promise<readonly LogNote[]>;
  /** False when somebody else has added something to what was read. */
  add(note: LogNote, read: readonly LogNote[]): Promise<boolean>;
  close(): Promise<void>;
}

export type LogNote =
  | { readonly what: 'identified'; readonly id: string; readonly at: string }
  | { readonly what: 'copy_begun'; readonly id: string; readonly from: string; readonly at: string }
  | { readonly what: 'copy_completed'; readonly events: number; readonly at: string }
  | { readonly what: 'left'; readonly for: string; readonly place: string; readonly at: string }
  | { readonly what: 'taken_back'; readonly at: string };

export interface LogStanding {
  /** Null: nobody has asked yet. */
  readonly id: string | null;
  /** The log that this one is a copy of. */
  readonly copiedFrom: string | null;
  /** Whether that copy is all of it. */
  readonly isComplete: boolean;
  /** Where it is gone on with. */
  readonly left: { readonly for: string; readonly place: string; readonly at: string } | null;
}

const UNKNOWN: LogStanding = { id: null, copiedFrom: null, isComplete: true, left: null };

export function standingOfLog(notes: readonly LogNote[]): LogStanding {
  return notes.reduce((standing, note): LogStanding => {
    switch (note.what) {
      case 'identified':
        return { ...standing, id: note.id };
      case 'copy_begun':
        return { id: note.id, copiedFrom: note.from, isComplete: false, left: null };
      case 'copy_completed':
        return { ...standing, isComplete: true };
      case 'left':
        return { ...standing, left: note };
      case 'taken_back':
        return { ...standing, left: null };
    }
  }, UNKNOWN);
}

export async function readStandingOfLog(register: LogRegister): Promise<LogStanding> {
  return standingOfLog(await register.read());
}

/** Adds what follows from how things stand, and looks again when somebody else was faster. Null: there is nothing to add. */
export async function noteInRegister(
  register: LogRegister,
  decide: (standing: LogStanding) => LogNote | null,
): Promise<LogStanding> {
  for (;;) {
    const notes = await register.read();
    const note = decide(standingOfLog(notes));
    if (note === null) return standingOfLog(notes);
    if (await register.add(note, notes)) return standingOfLog([...notes, note]);
  }
}

/** Gives a log that has no identity one. */
export async function identifyLog(register: LogRegister): Promise<LogStanding & { readonly id: string }> {
  const standing = await noteInRegister(register, ({ id }) =>
    id === null ? { what: 'identified', id: randomUUID(), at: new Date().toISOString() } : null,
  );
  return { ...standing, id: standing.id! };
}

/** Nothing is written while the log is copied elsewhere, or after it was. */
export class LogMoving extends Error {
  constructor(destination: string) {
    super(`Nothing is written: the log is moved to ${destination}`);
    this.name = 'LogMoving';
  }
}
