import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { onFacts, type FactsOfSubject, type UndoFacts } from '../history/undo.ts';
import { ZERO } from '../money.ts';
import { getRecords } from '../records/state.ts';
import { entryEvents, type EntryEvent, type PostedEntry } from './entry-events.ts';
import type { EntryFacts } from './entry-facts.ts';

export const entryUndoFacts = {
  none: { entries: new Map() },
  evolve: [onFacts(entryEvents, evolveEntries)],
} satisfies FactsOfSubject;

function evolveEntries(facts: UndoFacts, event: EntryEvent, file: CompanyFile): UndoFacts {
  switch (event.type) {
    case 'EntryPosted':
      return { ...facts, entries: withEntry(facts.entries, toEntryFacts(event.data, file)) };
    case 'EntryAmended':
    case 'EntryReversed': {
      const { id, version } = event.data;
      const before = facts.entries.get(id);
      if (!before) return facts;
      const change =
        event.type === 'EntryAmended'
          ? event.data.changes
          : { status: 'reversed' as const, reversed_by_entry_id: event.data.reversed_by_entry_id };
      return { ...facts, entries: withEntry(facts.entries, { ...before, ...change, version }) };
    }
    case 'EntryLinesDisputed': {
      const { id, version, lines } = event.data;
      const before = facts.entries.get(id);
      if (!before) return facts;
      const after = before.lines.map((line) => {
        const dispute = lines.find(({ line_id }) => line_id === line.id);
        return dispute ? { ...line, dispute: dispute.is_disputed ? (dispute.reason ?? '') : null } : line;
      });
      return { ...facts, entries: withEntry(facts.entries, { ...before, version, lines: after }) };
    }
    case 'EntryLinesAllocated': {
      const { id, version, lines } = event.data;
      const before = facts.entries.get(id);
      if (!before) return facts;
      const after = before.lines.map(({ analytics: was, ...line }) => {
        const told = lines.find(({ line_id }) => line_id === line.id);
        const analytics = told ? told.analytics : (was ?? []);
        return analytics.length === 0 ? line : { ...line, analytics };
      });
      return { ...facts, entries: withEntry(facts.entries, { ...before, version, lines: after }) };
    }
  }
}

const withEntry = (entries: UndoFacts['entries'], entry: EntryFacts): UndoFacts['entries'] =>
  new Map(entries).set(entry.id, entry);

function toEntryFacts({ lines, layer, ...entry }: PostedEntry, file: CompanyFile): EntryFacts {
  const known = getRecords(file.records, accounts).byId;
  return {
    ...entry,
    version: 1,
    status: 'posted',
    layer: layer ?? 'movement',
    reversed_entry_id: entry.reversed_entry_id ?? null,
    reversed_by_entry_id: null,
    lines: lines.map((line, index) => ({
      ...line,
      line_number: index + 1,
      settled: ZERO,
      ...(line.currency !== undefined && { currency_settled: ZERO }),
      is_letterable: known.get(line.account_id)?.data.is_letterable ?? false,
    })),
    letterings: [],
  };
}
