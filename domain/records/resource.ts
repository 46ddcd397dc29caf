import type { CompanyFile } from '../company-file-state.ts';
import type { JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';
import type { DataOf, DraftOf, Fields, RecordDeclaration } from './declaration.ts';
import type { RecordUpdate } from './record-events.ts';

/** A kind of record that is edited field by field. A new kind only needs a declaration of this type. */
export interface Resource extends RecordDeclaration, Rules<JsonRecord, JsonRecord, string> {
  /**
   * The lowest role that can write its records. All users of the company file can read them. Absent: clients cannot write
   * them.
   */
  readonly writtenBy?: 'encoder' | 'manager' | 'admin';
  /**
   * Additional column names in import files, besides the field names. A reference is named without `_id`. Case, accents,
   * spaces and punctuation are ignored.
   */
  readonly columnNames?: Readonly<Record<string, readonly string[]>>;
  /** Endings of the fields that hold an id of its records, in all resources. */
  readonly namedBy?: readonly string[];
  /** Sort order of lists. Default: the first unique key. */
  readonly listedBy?: readonly string[];
  /** Text fields that lists can be filtered by, besides choices, flags, numbers and references. */
  readonly narrowedBy?: readonly string[];
  /** Fields included in a search. Default: all text fields. */
  readonly searched?: readonly string[];
  /** True if a company file may have tens of thousands of these records. */
  readonly isNumerous?: boolean;
}

/** Rules of a resource beyond its fields. `Draft` may lack anything. `Data` is a stored record. */
interface Rules<Draft, Data, Name> {
  /** Fills in derived values: a class from a number, a code from a counter. */
  readonly complete?: (data: Draft, file: CompanyFile) => Draft;
  /**
   * Converts values to their stored form if that depends on other fields or on the file: a VAT number with the prefix of
   * its country. `changed` names the fields that are given now.
   */
  readonly normalise?: (data: Draft, file: CompanyFile, changed: ReadonlySet<Name>) => Draft;
  /**
   * Rules that involve more than one field. `changed` names the fields that get a new value now: values accepted earlier
   * do not block a change of something else.
   */
  readonly check?: (data: Draft, file: CompanyFile, changed: ReadonlySet<Name>, id: number) => readonly Problem[];
  /** Further changes that follow when a client changes these fields. */
  readonly deriveConsequences?: (changes: Draft, data: Data) => Draft;
  /** Updates of other records of the same kind: for example, a new rule moves others down. */
  readonly listOtherUpdates?: (id: number, given: Draft, data: Draft, file: CompanyFile) => readonly RecordUpdate[];
  /** Fields whose values were erased: they never get a value again. */
  readonly listErased?: (data: Data) => readonly Name[];
  /** Records that were merged into the record: their uses count as its own. */
  readonly listMerged?: (id: number, file: CompanyFile) => readonly number[];
}

interface Declared<Name extends string, F extends Fields>
  extends
    Omit<
      Resource,
      'name' | 'fields' | 'unique' | 'listedBy' | 'narrowedBy' | 'searched' | keyof Rules<never, never, never>
    >,
    Rules<DraftOf<F>, DataOf<F>, keyof F> {
  readonly name: Name;
  readonly fields: F;
  readonly unique: readonly (readonly (keyof F & string)[])[];
  readonly listedBy?: readonly (keyof F & string)[];
  readonly narrowedBy?: readonly (keyof F & string)[];
  readonly searched?: readonly (keyof F & string)[];
}

/** A resource with typed records. */
export interface ResourceOf<Name extends string, F extends Fields> extends Resource {
  readonly name: Name;
  readonly fields: F;
}

/** Declares a resource. Its fields determine the types of its rules and records. */
export function resource<const Name extends string, const F extends Fields>(
  declared: Declared<Name, F>,
): ResourceOf<Name, F> {
  // Each rule receives data built from the same declaration, which the compiler cannot infer.
  return declared as unknown as ResourceOf<Name, F>;
}
