import type { CompanyFile } from '../company-file.ts';
import type { JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';
import type { Field } from './field.ts';

/** A kind of record that is edited field by field. A new one is a declaration of this type, nothing else. */
export interface Resource {
  /** Path segment of the collection, and its name in the synchronisation feed. */
  readonly name: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Fields whose value (together) no two living records of a company file share. */
  readonly unique: readonly (readonly string[])[];
  /** Fills in what follows from the rest: a class from a number, a code from a counter. */
  readonly complete?: (data: JsonRecord, file: CompanyFile) => JsonRecord;
  /** Rules that one field alone cannot tell. */
  readonly check?: (data: JsonRecord, file: CompanyFile) => readonly Problem[];
  /** What else changes when a client changes these fields. */
  readonly consequences?: (changes: JsonRecord, data: JsonRecord) => JsonRecord;
  /** True when something posted depends on the record: it can then not be trashed. */
  readonly isUsed?: (id: number, file: CompanyFile) => boolean;
}
