import type { Json, JsonRecord } from '../json.ts';
import type { Field, ValueOf } from './field.ts';

/** What a record holds, as data; the rules that go with it are in `resource.ts`. */

export type Fields = Readonly<Record<string, Field>>;

export interface RecordDeclaration {
  /** Path segment of the collection, and its name in the synchronisation feed. */
  readonly name: string;
  readonly fields: Fields;
  /** Fields whose value (together) no two living records of a company file share. */
  readonly unique: readonly (readonly string[])[];
}

type NeverEmpty =
  | { readonly required: true }
  | { readonly isGenerated: true }
  | { readonly initial: string | number | boolean | readonly never[] };

type FilledFields<F extends Fields> = { [Name in keyof F]: F[Name] extends NeverEmpty ? Name : never }[keyof F];

/** What a record of these fields holds. An absent value and null mean the same. */
export type DataOf<F extends Fields> = string extends keyof F
  ? JsonRecord
  : { readonly [Name in FilledFields<F>]: ValueOf<F[Name]> } & {
      readonly [Name in Exclude<keyof F, FilledFields<F>>]?: ValueOf<F[Name]> | null;
    };

/** What a client has sent so far: anything may still be missing, and a value with a shape of its own may have any. */
export type DraftOf<F extends Fields> = {
  readonly [Name in keyof F]?: F[Name] extends { readonly kind: 'object' } ? Json : ValueOf<F[Name]> | null;
};
