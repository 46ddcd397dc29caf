import type { PlainDate } from './dates.ts';
import type { JsonRecord } from './json.ts';
import type { Amount } from './money.ts';
import type { PersonalFields } from './persons/personal-fields.ts';

/** An event as a decider returns it, before the command path adds identity, time and provenance. */
export interface DomainEvent {
  readonly type: string;
  readonly data: JsonRecord;
}

declare const described: unique symbol;

/** A JSON Schema (draft 2020-12) that carries the TypeScript type it describes, so events are typed by their schema. */
export type Shape<T> = JsonRecord & { readonly [described]?: T };

/** The type that a shape describes. */
export type TypeOf<S> = S extends { readonly [described]?: infer T } ? Exclude<T, undefined> : never;

/** One stored event type: its current version, the schema of its data, and the upcasters for older versions. */
export interface EventDeclaration {
  readonly version: number;
  /** One sentence for the event catalogue. */
  readonly meaning: string;
  readonly schema: JsonRecord;
  /** Fields about natural persons, which are encrypted in the log. */
  readonly personal?: readonly PersonalFields[];
  /** `upcasters[n]` turns data of version n into data of version n + 1. */
  readonly upcasters?: Readonly<Record<number, (data: JsonRecord) => JsonRecord>>;
}

export type EventCatalogue = Readonly<Record<string, EventDeclaration>>;

/** The union of the events that a catalogue declares. */
export type EventOf<Catalogue extends EventCatalogue> = {
  [Type in keyof Catalogue & string]: { readonly type: Type; readonly data: TypeOf<Catalogue[Type]['schema']> };
}[keyof Catalogue & string];

/** The data of one declared event type. */
export type DataOfEvent<Catalogue extends EventCatalogue, Type extends keyof Catalogue> = TypeOf<
  Catalogue[Type]['schema']
>;

type Properties = Readonly<Record<string, JsonRecord>>;
type NoProperties = Readonly<Record<never, JsonRecord>>;

type ObjectOf<Needed extends Properties, Optional extends Properties> = {
  readonly [Name in keyof Needed]: TypeOf<Needed[Name]>;
} & { readonly [Name in keyof Optional]?: TypeOf<Optional[Name]> };

/** The object type that these properties describe. */
export type ObjectOfShapes<Needed extends Properties> = ObjectOf<Needed, NoProperties>;

const toShape = <T>(schema: JsonRecord): Shape<T> => schema;

const optionalText = toShape<string | null>({ type: ['string', 'null'] });
const DATE = '^\\d{4}-\\d{2}-\\d{2}$';

/** Building blocks of event schemas. Objects are closed: a field that the schema does not name is an error. */
export const shape = {
  id: toShape<number>({ type: 'integer', minimum: 1 }),
  reference: toShape<number | null>({ type: ['integer', 'null'], minimum: 1 }),
  text: toShape<string>({ type: 'string' }),
  optionalText,
  date: toShape<PlainDate>({ type: 'string', pattern: DATE }),
  optionalDate: toShape<PlainDate | null>({ type: ['string', 'null'], pattern: DATE }),
  timestamp: toShape<string>({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}' }),
  amount: toShape<Amount>({ type: 'string', pattern: '^\\d{1,15}\\.\\d{2}$' }),
  signedAmount: toShape<string>({ type: 'string', pattern: '^-?\\d{1,15}\\.\\d{2}$' }),
  positive: toShape<number>({ type: 'integer', minimum: 1 }),
  count: toShape<number>({ type: 'integer', minimum: 0 }),
  optionalPositive: toShape<number | null>({ type: ['integer', 'null'], minimum: 1 }),
  flag: toShape<boolean>({ type: 'boolean' }),
  /** A schema written by hand. */
  typed: <T>(schema: JsonRecord) => toShape<T>(schema),
  /** An object whose content is described elsewhere, such as the fields of a record. */
  objectOf: <T = JsonRecord>() => toShape<T>({ type: 'object' }),
  matching: (pattern: string) => toShape<string>({ type: 'string', pattern }),
  optionalMatching: (pattern: string) => toShape<string | null>({ type: ['string', 'null'], pattern }),
  oneOf: <const Value extends string>(...values: readonly Value[]) => toShape<Value>({ enum: values }),
  optionalOneOf: <const Value extends string>(...values: readonly Value[]) =>
    toShape<Value | null>({ enum: [...values, null] }),
  list: <Item extends JsonRecord>(items: Item, minItems = 0) =>
    toShape<readonly TypeOf<Item>[]>({ type: 'array', items, minItems }),
  object: <Needed extends Properties, Optional extends Properties = NoProperties>(
    needed: Needed,
    optional?: Optional,
  ) =>
    toShape<ObjectOf<Needed, Optional>>({
      type: 'object',
      properties: { ...needed, ...optional },
      required: Object.keys(needed),
      additionalProperties: false,
    }),
  /** Optional text properties under these names. */
  texts: <const Name extends string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, optionalText])) as Record<Name, Shape<string | null>>,
};
