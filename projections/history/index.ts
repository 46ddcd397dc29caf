import type { HistoryEvent } from '../../domain/history/history-events.ts';
import type { Subject } from '../support/subject.ts';

/** The events that follow in the same operation show what was undone; the event itself changes no record. */
export const subject = {
  tables: [],
  project: { OperationReverted: () => undefined },
  needs: {},
} satisfies Subject<HistoryEvent>;
