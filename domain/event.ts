import type { JsonRecord } from './json.ts';

/** What a decider gives: a fact, before the command path adds identity, time and provenance to it. */
export interface DomainEvent {
  readonly type: string;
  readonly data: JsonRecord;
}

/** JSON Schema (draft 2020-12) of the data of one event type. */
export type EventSchema = JsonRecord;

/** One stored event type: its current version, the shape of its data, and how older versions are read. */
export interface EventDeclaration {
  readonly version: number;
  /** A sentence for the event catalogue. */
  readonly meaning: string;
  readonly schema: EventSchema;
  /** `upcasters[n]` turns data of version n into data of version n + 1. */
  readonly upcasters?: Readonly<Record<number, (data: JsonRecord) => JsonRecord>>;
}

export type EventCatalogue = Readonly<Record<string, EventDeclaration>>;

/** The parts that event schemas are made of. Closed objects: a field that no schema names is a mistake. */
export const shape = {
  id: { type: 'integer', minimum: 1 },
  reference: { type: ['integer', 'null'], minimum: 1 },
  text: { type: 'string' },
  optionalText: { type: ['string', 'null'] },
  date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  optionalDate: { type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  timestamp: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}' },
  amount: { type: 'string', pattern: '^\\d{1,15}\\.\\d{2}$' },
  signedAmount: { type: 'string', pattern: '^-?\\d{1,15}\\.\\d{2}$' },
  positive: { type: 'integer', minimum: 1 },
  flag: { type: 'boolean' },
  anyObject: { type: 'object' },
  oneOf: (...values: string[]) => ({ enum: values }),
  list: (items: JsonRecord, minItems = 0) => ({ type: 'array', items, minItems }),
  object: (properties: Record<string, JsonRecord>, optional: readonly string[] = []) => ({
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  }),
} as const;
