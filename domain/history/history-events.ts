import { shape, type EventCatalogue, type EventOf } from '../event.ts';

export const historyEvents = {
  OperationReverted: {
    version: 1,
    meaning:
      'An operation, or one change in it, was undone. The events that follow in the same operation restore the previous state.',
    schema: shape.object(
      { operation_id: shape.text },
      {
        /** The record whose change was undone. Absent: the whole operation was undone. */
        change: shape.object({ resource: shape.text, id: shape.id }),
      },
    ),
  },
} satisfies EventCatalogue;

export type HistoryEvent = EventOf<typeof historyEvents>;
