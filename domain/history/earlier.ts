import type { DomainEvent } from '../event.ts';

/**
 * Earlier events of a record, read from the log. An event that records an undo or a reopening does not contain all that it
 * has undone: to do it again, the earlier event is repeated.
 */

export interface EarlierNeed {
  /** The record, as in the history. */
  readonly resource: string;
  readonly id: number;
  readonly types: readonly DomainEvent['type'][];
}

/** In the order in which they were recorded, by `buildRecordKey`. */
export type EarlierEvents = ReadonlyMap<string, readonly DomainEvent[]>;

export const NO_EARLIER_EVENTS: EarlierEvents = new Map();

export const buildRecordKey = (resource: string, id: number): string => `${resource} ${id}`;

export const listEarlierEvents = <Event extends DomainEvent>(
  { earlier }: { readonly earlier: EarlierEvents },
  resource: string,
  id: number,
  // The caller asked for these types.
): readonly Event[] => (earlier.get(buildRecordKey(resource, id)) ?? []) as readonly Event[];
