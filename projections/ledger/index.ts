import type { EntryEvent } from '../../domain/ledger/entry-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectEntry } from './projector.ts';
import {
  balances,
  entries,
  entryCounts,
  entryLines,
  journalCounters,
  thirdPartyBalances,
  vatBoxes,
  vatMovements,
} from './tables.ts';

const entry = ({ id }: { id: number }) => [{ table: entries, key: [id] }];

export const subject = {
  tables: [entries, entryLines, balances, thirdPartyBalances, journalCounters, entryCounts, vatBoxes, vatMovements],
  project: {
    EntryPosted: projectEntry,
    EntryAmended: projectEntry,
    EntryReversed: projectEntry,
    EntryLinesDisputed: projectEntry,
  },
  needs: {
    EntryAmended: entry,
    EntryReversed: entry,
    EntryLinesDisputed: ({ id, lines }) => [
      ...entry({ id }),
      ...lines.map(({ line_number }) => ({ table: entryLines, key: [id, line_number] })),
    ],
  },
} satisfies Subject<EntryEvent>;
