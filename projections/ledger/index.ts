import type { EntryEvent } from '../../domain/ledger/entry-events.ts';
import type { Subject } from '../support/subject.ts';
import { analyticBalances, analyticMoves } from '../analytics/tables.ts';
import { projectEntry } from './projector.ts';
import {
  balances,
  entries,
  entryCounts,
  entryLines,
  journalCounters,
  thirdPartyBalances,
  vatBoxes,
  vatCounts,
  vatMovements,
} from './tables.ts';

const entry = ({ id }: { id: number }) => [{ table: entries, key: [id] }];

const entryWithLines = ({ id, lines }: { id: number; lines: readonly { readonly line_number: number }[] }) => [
  ...entry({ id }),
  ...lines.map(({ line_number }) => ({ table: entryLines, key: [id, line_number] })),
];

export const subject = {
  tables: [
    entries,
    entryLines,
    balances,
    thirdPartyBalances,
    journalCounters,
    entryCounts,
    vatBoxes,
    vatCounts,
    vatMovements,
    analyticMoves,
    analyticBalances,
  ],
  project: {
    EntryPosted: projectEntry,
    EntryAmended: projectEntry,
    EntryReversed: projectEntry,
    EntryLinesDisputed: projectEntry,
    EntryLinesAllocated: projectEntry,
  },
  needs: {
    EntryAmended: entry,
    EntryReversed: entry,
    EntryLinesDisputed: entryWithLines,
    EntryLinesAllocated: entryWithLines,
  },
} satisfies Subject<EntryEvent>;
