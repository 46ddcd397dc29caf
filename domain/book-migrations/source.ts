import type { PlainDate } from '../dates.ts';

/** One entry line from the books of another program, whatever the file format. */
export interface SourceLine {
  readonly journal: string;
  readonly journalLabel: string | null;
  /** Entry number in the other program: any text. */
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
  readonly currency: SourceCurrency | null;
}

/** The amount of a line in another currency, signed like the line. */
export interface SourceCurrency {
  readonly code: string;
  readonly cents: number;
}

/** An error or warning for the preview, with its position in a file. */
export interface SourceProblem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  /** File name. Null: the books as a whole. */
  readonly file: string | null;
  readonly line: number | null;
  /** Column name in the file. */
  readonly column: string | null;
  readonly params?: Readonly<Record<string, string | number>>;
}

export type Found = Omit<SourceProblem, 'file' | 'line'>;

export const MIGRATION_LIMITS = {
  files: 20,
  fileBytes: 256 * 1024 * 1024,
  /** Entry lines in all files. */
  lines: 2_000_000,
  /** Accounts, journals or third parties, each. */
  records: 50_000,
  /** Per record of a file. */
  recordCharacters: 20_000,
  fieldCharacters: 1_000,
  /** Per entry and per lettering: the capacity of an event. */
  linesOfEntry: 5_000,
  charactersOfEntry: 500_000,
  years: 30,
  /** Stored per kind of problem. Further ones are only counted. */
  problems: 200,
} as const;

/** Longer texts are truncated. */
export const LABEL_CHARACTERS = 200;
export const REFERENCE_CHARACTERS = 100;
