import type { HistoryEvent } from '../../domain/history/history-events.ts';
import type { Subject } from '../support/subject.ts';

/** That something was taken back is told by what follows in the same operation; the event itself changes no record. */
export const subject = {
  tables: [],
  project: { OperationReverted: () => undefined },
  needs: {},
} satisfies Subject<HistoryEvent>;
