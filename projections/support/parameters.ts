import type { Expression } from 'kysely';

/**
 * Parameters of a statement. Each is declared with its PostgreSQL type, which is also written in the text, so that the
 * server never has to guess.
 */

/** A single value at one place in the text. */
export interface ValueParameter<Value> {
  readonly kind: 'value';
  readonly type: string;
  readonly [VALUE]?: Value;
}

/** Omitted from the text when not given: the statement then has a different shape. */
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

/** Not a value in the text: it determines the shape, so it must have few possible values. */
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

const declareValue = <Value>(type: string): ValueParameter<Value> => ({ kind: 'value', type });

export const bigint = declareValue<number>('bigint');
export const integer = declareValue<number>('integer');
export const double = declareValue<number>('double precision');
export const text = declareValue<string>('text');
export const flag = declareValue<boolean>('boolean');
/** `YYYY-MM-DD` */
export const date = declareValue<string>('date');
export const timestamp = declareValue<string>('timestamptz');
export const bigints = declareValue<readonly number[]>('bigint[]');
export const integers = declareValue<readonly number[]>('integer[]');
export const texts = declareValue<readonly string[]>('text[]');
export const dates = declareValue<readonly string[]>('date[]');

/** Has the type of the value it is compared with: for columns only known when the statement is built. */
export const inferred = declareValue<string | number | boolean>('');

/** One of a few texts. */
export const oneOf = <Choice extends string>(): ValueParameter<Choice> => declareValue('text');
/** Several of a few texts. */
export const someOf = <Choice extends string>(): ValueParameter<readonly Choice[]> => declareValue('text[]');
export const nullable = <Value>({ type }: ValueParameter<Value>): ValueParameter<Value | null> => declareValue(type);
export const optional = <Value>({ type }: ValueParameter<Value>): OptionalParameter<Value> => ({
  kind: 'optional',
  type,
});
export const each = <Value>({ type }: ValueParameter<Value>): ListParameter<Value> => ({ kind: 'list', type });
export const shape = <Value extends string | number | boolean>(): ShapeParameter<Value> => ({ kind: 'shape' });

/** Arguments passed when running the statement. */
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

/** Placeholders available when writing the statement. */
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
