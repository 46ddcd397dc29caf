import type { CompanyFile } from '../company-file-state.ts';
import type { JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';
import type { DataOf, DraftOf, Fields, RecordDeclaration } from './declaration.ts';
import type { RecordUpdate } from './record-events.ts';
import type { Use } from './usage.ts';

/** A kind of record that is edited field by field. A new one is a declaration of this type, nothing else. */
export interface Resource extends RecordDeclaration, Rules<JsonRecord, JsonRecord, string> {
  /** The lowest role that may write its records; everyone who sees the company file may read them. Absent: no client writes them. */
  readonly writtenBy?: 'encoder' | 'manager' | 'admin';
  /**
   * What the columns of files are called besides the names of the fields; a reference by its name without `_id`. Case, accents,
   * spaces and punctuation do not count.
   */
  readonly columnNames?: Readonly<Record<string, readonly string[]>>;
  /** The order of lists; without it, that of the first unique key. */
  readonly listedBy?: readonly string[];
  /** Texts that lists are narrowed by, besides words, flags, numbers and references. */
  readonly narrowedBy?: readonly string[];
  /** Fields that a search looks through; without it, every text. */
  readonly searched?: readonly string[];
  /** Tens of thousands in one company file are nothing unusual. */
  readonly isNumerous?: boolean;
}

/** What a resource knows beyond its fields. `Draft` may lack anything, `Data` is a record as it is kept. */
interface Rules<Draft, Data, Name> {
  /** Fills in what follows from the rest: a class from a number, a code from a counter. */
  readonly complete?: (data: Draft, file: CompanyFile) => Draft;
  /**
   * The form in which values are kept, where it depends on other fields or on the file: a VAT number with the prefix of its
   * country. `changed` names the fields that are given now.
   */
  readonly normalise?: (data: Draft, file: CompanyFile, changed: ReadonlySet<Name>) => Draft;
  /**
   * Rules that one field alone cannot tell. `changed` names the fields that get another value now: what was accepted
   * once is not held against a change of something else.
   */
  readonly check?: (data: Draft, file: CompanyFile, changed: ReadonlySet<Name>, id: number) => readonly Problem[];
  /** What else changes when a client changes these fields. */
  readonly consequences?: (changes: Draft, data: Data) => Draft;
  /** What a new record, or one that gets these values, does to others of its kind: a rule moves them down. */
  readonly others?: (id: number, given: Draft, data: Draft, file: CompanyFile) => readonly RecordUpdate[];
  /** What depends on the record besides other records, such as what is posted: it can then not be trashed. */
  readonly usedBy?: (id: number, file: CompanyFile) => readonly Use[];
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

/** A resource that knows what its records hold. */
export interface ResourceOf<Name extends string, F extends Fields> extends Resource {
  readonly name: Name;
  readonly fields: F;
}

/** Declares a resource: its rules are typed by its fields, and so is whatever reads its records. */
export function resource<const Name extends string, const F extends Fields>(
  declared: Declared<Name, F>,
): ResourceOf<Name, F> {
  // The machinery hands to a rule what was made from the fields of the same declaration: the compiler cannot know that.
  return declared as unknown as ResourceOf<Name, F>;
}
