import type { CompanyFile } from '../company-file.ts';
import type { JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';
import type { Field } from './field.ts';
import type { RecordUpdate } from './records.ts';

/** A kind of record that is edited field by field. A new one is a declaration of this type, nothing else. */
export interface Resource {
  /** Path segment of the collection, and its name in the synchronisation feed. */
  readonly name: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** The lowest role that may write its records; everyone who sees the company file may read them. Absent: no client writes them. */
  readonly writtenBy?: 'encoder' | 'manager' | 'admin';
  /**
   * What the columns of files are called besides the names of the fields; a reference by its name without `_id`. Case, accents,
   * spaces and punctuation do not count.
   */
  readonly columnNames?: Readonly<Record<string, readonly string[]>>;
  /** Fields whose value (together) no two living records of a company file share. */
  readonly unique: readonly (readonly string[])[];
  /** Fields that a search looks through; without it, every text. */
  readonly searched?: readonly string[];
  /** Tens of thousands in one company file are nothing unusual. */
  readonly isNumerous?: boolean;
  /** Fills in what follows from the rest: a class from a number, a code from a counter. */
  readonly complete?: (data: JsonRecord, file: CompanyFile) => JsonRecord;
  /**
   * The form in which values are kept, where it depends on other fields or on the file: a VAT number with the prefix of its
   * country. `changed` names the fields that are given now.
   */
  readonly normalise?: (data: JsonRecord, file: CompanyFile, changed: ReadonlySet<string>) => JsonRecord;
  /**
   * Rules that one field alone cannot tell. `changed` names the fields that get another value now: what was accepted
   * once is not held against a change of something else.
   */
  readonly check?: (data: JsonRecord, file: CompanyFile, changed: ReadonlySet<string>) => readonly Problem[];
  /** What else changes when a client changes these fields. */
  readonly consequences?: (changes: JsonRecord, data: JsonRecord) => JsonRecord;
  /** What a new record, or one that gets these values, does to others of its kind: a rule moves them down. */
  readonly others?: (id: number, given: JsonRecord, data: JsonRecord, file: CompanyFile) => readonly RecordUpdate[];
  /** True when something posted depends on the record: it can then not be trashed. */
  readonly isUsed?: (id: number, file: CompanyFile) => boolean;
}
