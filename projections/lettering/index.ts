import { letteringEvents, type LetteredLine, type LetteringEvent } from '../../domain/lettering/lettering-events.ts';
import { entryLines } from '../ledger/tables.ts';
import { handleEach, type RowKey, type Subject } from '../support/subject.ts';
import { projectLettering } from './projector.ts';
import { letteringLines, letterings } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readLetteringUndoFacts } from './undo-facts.ts';

const getLineKey = ({ entry_id, line_number }: LetteredLine): RowKey => ({
  table: entryLines,
  key: [entry_id, line_number],
});

export const subject = {
  tables: [letterings, letteringLines],
  project: handleEach(letteringEvents, projectLettering),
  needs: {
    LinesLettered: ({ letterings: made }) => made.flatMap(({ lines }) => lines.map(getLineKey)),
    LinesUnlettered: ({ letterings: undone }) =>
      undone.flatMap(({ id, lines }): RowKey[] => [
        { table: letterings, key: [id] },
        ...lines.map(getLineKey),
        ...lines.map(({ line_id }) => ({ table: letteringLines, key: [id, line_id] })),
      ]),
  },
  labels: { lettering: labelByColumns(letterings, 'code') },
  readUndoFacts: readLetteringUndoFacts,
} satisfies Subject<LetteringEvent>;
