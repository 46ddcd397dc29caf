import { shape, type EventCatalogue, type EventOf } from '../event.ts';

export const historyEvents = {
  OperationReverted: {
    version: 1,
    meaning:
      'An operation, or one change of it, was taken back: what follows in the same operation gives back what there was before.',
    schema: shape.object(
      { operation_id: shape.text },
      {
        /** The record whose change alone was taken back; absent: the whole operation. */
        change: shape.object({ resource: shape.text, id: shape.id }),
      },
    ),
  },
} satisfies EventCatalogue;

export type HistoryEvent = EventOf<typeof historyEvents>;
