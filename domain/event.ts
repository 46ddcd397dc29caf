import type { PlainDate } from './dates.ts';
import type { JsonRecord } from './json.ts';
import type { Amount } from './money.ts';

/** What a decider gives: a fact, before the command path adds identity, time and provenance to it. */
export interface DomainEvent {
  readonly type: string;
  readonly data: JsonRecord;
}

declare const described: unique symbol;

/** A JSON Schema (draft 2020-12) that knows the type of what it describes: events are typed by their declared shape. */
export type Shape<T> = JsonRecord & { readonly [described]?: T };

/** The type that a shape describes. */
export type TypeOf<S> = S extends { readonly [described]?: infer T } ? Exclude<T, undefined> : never;

/** One stored event type: its current version, the shape of its data, and how older versions are read. */
export interface EventDeclaration {
  readonly version: number;
  /** A sentence for the event catalogue. */
  readonly meaning: string;
  readonly schema: JsonRecord;
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

/** What an object of these properties is. */
export type ObjectOfShapes<Needed extends Properties> = ObjectOf<Needed, NoProperties>;

const of = <T>(schema: JsonRecord): Shape<T> => schema;

const optionalText = of<string | null>({ type: ['string', 'null'] });
const DATE = '^\\d{4}-\\d{2}-\\d{2}$';

/** The parts that event schemas are made of. Closed objects: a field that no schema names is a mistake. */
export const shape = {
  id: of<number>({ type: 'integer', minimum: 1 }),
  reference: of<number | null>({ type: ['integer', 'null'], minimum: 1 }),
  text: of<string>({ type: 'string' }),
  optionalText,
  date: of<PlainDate>({ type: 'string', pattern: DATE }),
  optionalDate: of<PlainDate | null>({ type: ['string', 'null'], pattern: DATE }),
  timestamp: of<string>({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}' }),
  amount: of<Amount>({ type: 'string', pattern: '^\\d{1,15}\\.\\d{2}$' }),
  signedAmount: of<string>({ type: 'string', pattern: '^-?\\d{1,15}\\.\\d{2}$' }),
  positive: of<number>({ type: 'integer', minimum: 1 }),
  count: of<number>({ type: 'integer', minimum: 0 }),
  optionalPositive: of<number | null>({ type: ['integer', 'null'], minimum: 1 }),
  flag: of<boolean>({ type: 'boolean' }),
  /** An object that something else describes, such as the fields of a record. */
  objectOf: <T = JsonRecord>() => of<T>({ type: 'object' }),
  matching: (pattern: string) => of<string>({ type: 'string', pattern }),
  optionalMatching: (pattern: string) => of<string | null>({ type: ['string', 'null'], pattern }),
  oneOf: <const Value extends string>(...values: readonly Value[]) => of<Value>({ enum: values }),
  optionalOneOf: <const Value extends string>(...values: readonly Value[]) =>
    of<Value | null>({ enum: [...values, null] }),
  list: <Item extends JsonRecord>(items: Item, minItems = 0) =>
    of<readonly TypeOf<Item>[]>({ type: 'array', items, minItems }),
  object: <Needed extends Properties, Optional extends Properties = NoProperties>(
    needed: Needed,
    optional?: Optional,
  ) =>
    of<ObjectOf<Needed, Optional>>({
      type: 'object',
      properties: { ...needed, ...optional },
      required: Object.keys(needed),
      additionalProperties: false,
    }),
  /** The same text or nothing under each of these names. */
  texts: <const Name extends string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, optionalText])) as Record<Name, Shape<string | null>>,
};
