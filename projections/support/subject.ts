import type pg from 'pg';
import type { UndoFacts, UndoNeeds } from '../../domain/history/undo.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from './batch.ts';
import type { LabelQuery } from './labels.ts';
import type { ReadTable, RowKey } from './table.ts';

export type { RowKey } from './table.ts';

/** An event as its decider produced it. */
export interface EventShape {
  readonly type: string;
  readonly data: unknown;
}

/** The member of an event union with this type. */
export type EventOf<Event extends EventShape, Type extends Event['type']> = Event extends EventShape
  ? Type extends Event['type']
    ? Event
    : never
  : never;

/** One projector per event type of the union: a missing one does not compile. */
export type Projectors<Event extends EventShape> = {
  readonly [Type in Event['type']]: (event: EventOf<Event, Type>, stored: RecordedEvent, batch: Batch) => void;
};

/** The rows that an event changes. They are read first, unless earlier events of the batch created them. */
export type Needs<Event extends EventShape> = {
  readonly [Type in Event['type']]?: (data: EventOf<Event, Type>['data'], stored: RecordedEvent) => readonly RowKey[];
};

/**
 * The read tables of a subject: each `projections/<subject>/index.ts` exports one, written with `satisfies Subject<…>`
 * over the events of the subject.
 */
export interface Subject<Event extends EventShape = never> {
  readonly tables: readonly ReadTable[];
  readonly project: Projectors<Event>;
  readonly needs: Needs<Event>;
  /** Events that clear tables: later events are written after them, in another statement. */
  readonly ends?: readonly Event['type'][];
  /** How its items are labelled in lists with records of all kinds, by resource. */
  readonly labels?: Readonly<Record<string, LabelQuery>>;
  /** Endings of the fields that hold an id of its items, with the resource of the items. */
  readonly namedBy?: Readonly<Record<string, string>>;
  /** The tables of its items that can be in the recycle bin, by resource. */
  readonly bins?: Readonly<Record<string, ReadTable>>;
  /** Reads the facts that its undo rules need. */
  readonly readUndoFacts?: (pool: pg.Pool, companyId: number, needs: UndoNeeds) => Promise<Partial<UndoFacts>>;
  /** The same for facts about the entries that an undo affects: they are read once the entries are known. */
  readonly readUndoFactsOfEntries?: (
    pool: pg.Pool,
    companyId: number,
    needs: UndoNeeds,
    entryIds: readonly number[],
  ) => Promise<Partial<UndoFacts>>;
}

/** One handler for several event types: those of a catalogue, or listed ones. */
export function handleEach<Type extends string, Handler, Other extends Type = never>(
  events: readonly Type[] | Readonly<Record<Type, unknown>>,
  handler: Handler,
  { except = [] }: { readonly except?: readonly Other[] } = {},
): Readonly<Record<Exclude<Type, Other>, Handler>> {
  const types = Array.isArray(events) ? (events as readonly string[]) : Object.keys(events);
  const others = new Set<string>(except);
  const handled = types.filter((type) => !others.has(type)).map((type) => [type, handler] as const);
  return Object.fromEntries(handled) as Readonly<Record<Exclude<Type, Other>, Handler>>;
}
