import type { Expression } from 'kysely';

/**
 * What a statement is given when it is run. Each parameter is declared with its PostgreSQL type, which its place in the text
 * says too, so that the server never has to guess.
 */

/** A value, whatever it is, stands at one place of the text. */
export interface ValueParameter<Value> {
  readonly kind: 'value';
  readonly type: string;
  readonly [VALUE]?: Value;
}

/** Not there in the text when it is not given: the statement then has another shape. */
export interface OptionalParameter<Value> {
  readonly kind: 'optional';
  readonly type: string;
  readonly [VALUE]?: Value;
}

/** As many places in the text as there are values. */
export interface ListParameter<Value> {
  readonly kind: 'list';
  readonly type: string;
  readonly [VALUE]?: Value;
}

/** No value of the text: the shape itself depends on it, and so it must be one of few. */
export interface ShapeParameter<Value extends string | number | boolean> {
  readonly kind: 'shape';
  readonly [VALUE]?: Value;
}

declare const VALUE: unique symbol;

export type Parameter =
  | ValueParameter<unknown>
  | OptionalParameter<unknown>
  | ListParameter<unknown>
  | ShapeParameter<string | number | boolean>;
export type Parameters = Readonly<Record<string, Parameter>>;

const value = <Value>(type: string): ValueParameter<Value> => ({ kind: 'value', type });

export const bigint = value<number>('bigint');
export const integer = value<number>('integer');
export const double = value<number>('double precision');
export const text = value<string>('text');
export const flag = value<boolean>('boolean');
/** `YYYY-MM-DD` */
export const date = value<string>('date');
export const timestamp = value<string>('timestamptz');
export const bigints = value<readonly number[]>('bigint[]');
export const integers = value<readonly number[]>('integer[]');
export const texts = value<readonly string[]>('text[]');
export const dates = value<readonly string[]>('date[]');

/** Has the type of what it is compared with: for columns that are known when the statement is built, and not before. */
export const inferred = value<string | number | boolean>('');

/** A text that is one of few. */
export const oneOf = <Choice extends string>(): ValueParameter<Choice> => value('text');
/** Some texts of few. */
export const someOf = <Choice extends string>(): ValueParameter<readonly Choice[]> => value('text[]');
export const nullable = <Value>({ type }: ValueParameter<Value>): ValueParameter<Value | null> => value(type);
export const optional = <Value>({ type }: ValueParameter<Value>): OptionalParameter<Value> => ({
  kind: 'optional',
  type,
});
export const each = <Value>({ type }: ValueParameter<Value>): ListParameter<Value> => ({ kind: 'list', type });
export const shape = <Value extends string | number | boolean>(): ShapeParameter<Value> => ({ kind: 'shape' });

/** What whoever runs the statement gives. */
export type Arguments<Given extends Parameters> = {
  readonly [Name in keyof Given as Given[Name]['kind'] extends 'optional' ? never : Name]: ArgumentOf<Given[Name]>;
} & {
  readonly [Name in keyof Given as Given[Name]['kind'] extends 'optional' ? Name : never]?:
    | ArgumentOf<Given[Name]>
    | undefined;
};

type ArgumentOf<One extends Parameter> =
  One extends ValueParameter<infer Value>
    ? Value
    : One extends OptionalParameter<infer Value>
      ? Value
      : One extends ListParameter<infer Value>
        ? readonly Value[]
        : One extends ShapeParameter<infer Value>
          ? Value
          : never;

/** What whoever writes the statement puts into it. */
export type Placeholders<Given extends Parameters> = {
  readonly [Name in keyof Given]: PlaceholderOf<Given[Name]>;
};

type PlaceholderOf<One extends Parameter> =
  One extends ValueParameter<infer Value>
    ? Expression<Value>
    : One extends OptionalParameter<infer Value>
      ? Expression<Value> | undefined
      : One extends ListParameter<infer Value>
        ? readonly Expression<Value>[]
        : One extends ShapeParameter<infer Value>
          ? Value
          : never;
