import type { Json, JsonRecord } from '../json.ts';
import type { Field, ValueOf } from './field.ts';

/** Declares the fields of a record, as data. The rules are in `resource.ts`. */

export type Fields = Readonly<Record<string, Field>>;

export interface RecordDeclaration {
  /** Path segment of the collection, and its name in the sync feed. */
  readonly name: string;
  readonly fields: Fields;
  /** Fields whose combined value must be unique among the untrashed records of a company file. */
  readonly unique: readonly (readonly string[])[];
}

type NeverEmpty =
  | { readonly required: true }
  | { readonly isGenerated: true }
  | { readonly initial: string | number | boolean | readonly never[] };

type FilledFields<F extends Fields> = { [Name in keyof F]: F[Name] extends NeverEmpty ? Name : never }[keyof F];

/** The data of a record with these fields. Absent and null mean the same. */
export type DataOf<F extends Fields> = string extends keyof F
  ? JsonRecord
  : { readonly [Name in FilledFields<F>]: ValueOf<F[Name]> } & {
      readonly [Name in Exclude<keyof F, FilledFields<F>>]?: ValueOf<F[Name]> | null;
    };

/** The data as sent by a client: anything may be missing, and object values are not validated yet. */
export type DraftOf<F extends Fields> = {
  readonly [Name in keyof F]?: F[Name] extends { readonly kind: 'object' } ? Json : ValueOf<F[Name]> | null;
};
