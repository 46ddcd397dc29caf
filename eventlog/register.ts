import { randomUUID } from 'node:crypto';

/**
 * Facts about a log as a whole: its identity, whether it is a copy of another log, and whether it was abandoned for
 * another. Each engine stores them beside the events and only ever appends, so that they are backed up and restored with
 * the events.
 */
export interface LogRegister {
  readNotes(): Promise<readonly LogNote[]>;
  /** False if another process has added a note since `read`. */
  addNote(note: LogNote, read: readonly LogNote[]): Promise<boolean>;
  close(): Promise<void>;
}

export type LogNote =
  | { readonly what: 'identified'; readonly id: string; readonly at: string }
  | { readonly what: 'copy_begun'; readonly id: string; readonly from: string; readonly at: string }
  | { readonly what: 'copy_completed'; readonly events: number; readonly at: string }
  | { readonly what: 'left'; readonly for: string; readonly place: string; readonly at: string }
  | { readonly what: 'taken_back'; readonly at: string };

export interface LogStanding {
  /** Null if not identified yet. */
  readonly id: string | null;
  /** The log from which this one was copied. */
  readonly copiedFrom: string | null;
  /** Whether the copy is complete. */
  readonly isComplete: boolean;
  /** The log that replaces this one. */
  readonly left: { readonly for: string; readonly place: string; readonly at: string } | null;
}

const UNKNOWN: LogStanding = { id: null, copiedFrom: null, isComplete: true, left: null };

export function deriveLogStanding(notes: readonly LogNote[]): LogStanding {
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

export async function readLogStanding(register: LogRegister): Promise<LogStanding> {
  return deriveLogStanding(await register.readNotes());
}

/** Adds the note that follows from the current state, and retries if another process was faster. Null: nothing to add. */
export async function updateRegister(
  register: LogRegister,
  decide: (standing: LogStanding) => LogNote | null,
): Promise<LogStanding> {
  for (;;) {
    const notes = await register.readNotes();
    const note = decide(deriveLogStanding(notes));
    if (note === null) return deriveLogStanding(notes);
    if (await register.addNote(note, notes)) return deriveLogStanding([...notes, note]);
  }
}

/** Assigns an identity to a log that has none. */
export async function identifyLog(register: LogRegister): Promise<LogStanding & { readonly id: string }> {
  const standing = await updateRegister(register, ({ id }) =>
    id === null ? { what: 'identified', id: randomUUID(), at: new Date().toISOString() } : null,
  );
  return { ...standing, id: standing.id! };
}

/** Writes are refused while the log is being copied elsewhere, and afterwards. */
export class LogMoving extends Error {
  constructor(destination: string) {
    super(`The log is read-only because it is being moved to ${destination}`);
    this.name = 'LogMoving';
  }
}
