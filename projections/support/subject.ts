import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from './batch.ts';
import type { ReadTable } from './table.ts';

/** An event as its decider has made it. */
export interface EventShape {
  readonly type: string;
  readonly data: unknown;
}

/** The member of a union of events that has this type. */
export type EventOf<Event extends EventShape, Type extends Event['type']> = Event extends EventShape
  ? Type extends Event['type']
    ? Event
    : never
  : never;

/** One for each event type of the union: a missing one does not compile. */
export type Projectors<Event extends EventShape> = {
  readonly [Type in Event['type']]: (event: EventOf<Event, Type>, stored: RecordedEvent, batch: Batch) => void;
};

export interface RowKey {
  readonly table: ReadTable;
  /** Values of the key columns, in their order. */
  readonly key: readonly number[];
}

/** The rows that an event changes: they must be read first, when earlier events of the batch did not make them. */
export type Needs<Event extends EventShape> = {
  readonly [Type in Event['type']]?: (data: EventOf<Event, Type>['data'], stored: RecordedEvent) => readonly RowKey[];
};

/**
 * What a subject has to do with the read tables: `projections/<subject>/index.ts` is one of these, written with
 * `satisfies Subject<…>` over the events of the subject.
 */
export interface Subject<Event extends EventShape = never> {
  readonly tables: readonly ReadTable[];
  readonly project: Projectors<Event>;
  readonly needs: Needs<Event>;
  /** Events that clear tables: what comes behind one of them is written when it is done. */
  readonly ends?: readonly Event['type'][];
}
