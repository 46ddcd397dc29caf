import { entryEvents, type EntryEvent } from '../../domain/ledger/entry-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { analyticBalances, analyticMoves } from '../analytics/tables.ts';
import { currencyBalances } from './currency-balances.ts';
import { projectEntry } from './projector.ts';
import {
  balances,
  entries,
  entryCounts,
  entryLines,
  journalCounters,
  thirdPartyBalances,
  vatBoxes,
  vatFamilyBoxes,
  vatCounts,
  vatMovements,
} from './tables.ts';
import { vatPartySums } from './vat-party-sums.ts';
import { labelEntries } from './labels.ts';

const getEntryKeys = ({ id }: { id: number }) => [{ table: entries, key: [id] }];

const getEntryAndLineKeys = ({ id, lines }: { id: number; lines: readonly { readonly line_number: number }[] }) => [
  ...getEntryKeys({ id }),
  ...lines.map(({ line_number }) => ({ table: entryLines, key: [id, line_number] })),
];

export const subject = {
  tables: [
    entries,
    entryLines,
    balances,
    currencyBalances,
    thirdPartyBalances,
    journalCounters,
    entryCounts,
    vatBoxes,
    vatFamilyBoxes,
    vatCounts,
    vatMovements,
    vatPartySums,
    analyticMoves,
    analyticBalances,
  ],
  project: handleEach(entryEvents, projectEntry),
  needs: {
    ...handleEach(['EntryAmended', 'EntryReversed'], getEntryKeys),
    ...handleEach(['EntryLinesDisputed', 'EntryLinesAllocated'], getEntryAndLineKeys),
  },
  namedBy: { entry_id: 'entries' },
  labels: { entries: labelEntries },
} satisfies Subject<EntryEvent>;
