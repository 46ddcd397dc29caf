/** A record that has moved on while a person changed it. */

export type Fields = Readonly<Record<string, unknown>>;

export interface Conflict {
  /** What the person wants to write. */
  readonly mine: Fields;
  /** The record of the server, and its version. */
  readonly theirs: Fields;
  readonly version: number;
}

/** Null: the person goes on with their form. */
export type Decision = 'mine' | 'theirs' | null;

export interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly onDecide: (decision: Decision) => void;
}
