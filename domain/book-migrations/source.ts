import type { PlainDate } from '../dates.ts';

/** What is read of the books of another program: one line of an entry, whatever file it came in. */
export interface SourceLine {
  readonly journal: string;
  readonly journalLabel: string | null;
  /** As the other program numbers its entries: any text. */
  readonly number: string;
  readonly date: PlainDate;
  readonly account: string;
  readonly accountLabel: string | null;
  readonly party: string | null;
  readonly partyName: string | null;
  readonly reference: string | null;
  readonly dueDate: PlainDate | null;
  readonly label: string | null;
  /** Debit is positive. */
  readonly cents: number;
  readonly letter: string | null;
}

/** Something that does not fit, or that whoever reads the preview should know, at its place in a file. */
export interface SourceProblem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  /** Name of the file; null: of the books as a whole. */
  readonly file: string | null;
  readonly line: number | null;
  /** As the file calls it. */
  readonly column: string | null;
  readonly params?: Readonly<Record<string, string | number>>;
}

export type Found = Omit<SourceProblem, 'file' | 'line'>;

export const MIGRATION_LIMITS = {
  files: 20,
  fileBytes: 256 * 1024 * 1024,
  /** Lines of entries in all files. */
  lines: 2_000_000,
  /** Accounts, journals or third parties, each. */
  records: 50_000,
  /** Of one record of a file. */
  recordCharacters: 20_000,
  fieldCharacters: 1_000,
  /** Of one entry, and of one lettering: what an event holds. */
  linesOfEntry: 5_000,
  charactersOfEntry: 500_000,
  years: 30,
  /** Kept of each kind of problem; the others are counted. */
  problems: 200,
} as const;

/** Longer texts are cut. */
export const LABEL_CHARACTERS = 200;
export const REFERENCE_CHARACTERS = 100;
