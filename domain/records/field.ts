import type { Json } from '../json.ts';
import type { Labels } from '../language.ts';

/**
 * The fields of a record, as data. From one declaration come the checks of the request body, the columns of the read
 * table, the shape of the answer and the documentation.
 */
export type Field = FieldKind & {
  /** Must be given at creation and can never be null. */
  readonly required?: boolean;
  /** Value of a new record when the client gives none; without it null. */
  readonly initial?: string | number | boolean | readonly never[];
  /** Filled in by the service when a new record comes without it; it can be changed then, but not emptied. */
  readonly isGenerated?: boolean;
  /** `fixed`: only at creation; `while_unused`: until the record is in use; `internal`: never by a client. */
  readonly editable?: 'always' | 'while_unused' | 'fixed' | 'internal';
  /** Not part of the answer. */
  readonly hidden?: boolean;
};

export type TextFormat =
  | 'iban'
  | 'bic'
  | 'email'
  | 'country'
  | 'vat_number'
  | 'national_number'
  | 'national_vat_number'
  | 'peppol_identifier'
  | 'digits'
  | 'code'
  | 'structured_communication'
  | 'creditor_identifier'
  | 'reminders';

type FieldKind =
  | { readonly kind: 'text'; readonly max: number; readonly format?: TextFormat }
  | { readonly kind: 'integer'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'date' }
  /** An instant in UTC. */
  | { readonly kind: 'timestamp' }
  /** A percentage or amount with two places, never negative. */
  | { readonly kind: 'decimal'; readonly max: string }
  | { readonly kind: 'reference'; readonly to: string }
  | { readonly kind: 'list'; readonly max: number; readonly format: TextFormat }
  | { readonly kind: 'labels' }
  | ObjectField<Json>;

declare const described: unique symbol;

/** Shapes that the API takes and shows in a form of its own. */
export type ObjectForm =
  | 'bank_rule_conditions'
  | 'bank_rule_lines'
  | 'interest_rates'
  | 'mandates'
  | 'pro_rata_years'
  | 'reminder_levels'
  | 'vat_boxes'
  | 'vat_filings'
  | 'vat_regimes';

/** A value that has a shape of its own, which the checks of its resource know. */
export interface ObjectField<T extends Json> {
  readonly kind: 'object';
  readonly form: ObjectForm;
  /** Of a list: which members of its items name records, and the resource of each. */
  readonly names?: Readonly<Record<string, string>>;
  readonly [described]?: T;
}

export const objectField = <T extends Json = Json>(
  form: ObjectForm,
  names?: Readonly<Record<string, string>>,
): ObjectField<T> => ({ kind: 'object', form, ...(names && { names }) });

/** The type of the values of a field. */
export type ValueOf<F extends Field> = F extends { readonly kind: 'choice'; readonly values: readonly (infer Value)[] }
  ? Value
  : F extends ObjectField<infer T>
    ? T
    : ValueOfKind[Exclude<F['kind'], 'choice' | 'object'>];

interface ValueOfKind {
  readonly text: string;
  readonly integer: number;
  readonly boolean: boolean;
  readonly date: string;
  readonly timestamp: string;
  readonly decimal: string;
  readonly reference: number;
  readonly list: readonly string[];
  readonly labels: Labels;
}
