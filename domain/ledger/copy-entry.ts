import type { PlainDate } from '../dates.ts';
import type { Undoing } from '../history/undo.ts';
import { journals } from '../journals/journal.ts';
import { getRecords } from '../records/state.ts';
import type { EntryEvent, EntryLine, VatEffect } from './entry-events.ts';
import type { EntryFacts, LineFacts } from './entry-facts.ts';
import { findPlace } from './place.ts';
import { buildPostedEntry } from './posting.ts';
import { countReversalLines } from './reversal.ts';

/** Posts an entry again with a new number. Nothing is checked here. The date must lie in a fiscal year. */
export function copyEntry(
  entry: EntryFacts,
  entry_date: PlainDate,
  { file, takeIds }: Pick<Undoing, 'file' | 'takeIds'>,
): Extract<EntryEvent, { type: 'EntryPosted' }> {
  const { journal_id, due_date, label, reference, third_party_id, origin, layer, vat } = entry;
  const [id] = takeIds('entries', 1);
  const lineIds = takeIds('entry_lines', countReversalLines(entry));
  const draft = { id: id!, journal_id, entry_date, due_date, label, reference, third_party_id, origin };
  return buildPostedEntry(
    {
      ...draft,
      lines: copyLines(entry.lines, lineIds),
      ...(layer !== 'movement' && { layer }),
      ...(vat && { vat: vat.map((effect) => copyEffect(effect, entry.lines, lineIds)) }),
    },
    getRecords(file.records, journals).byId.get(journal_id)!,
    findPlace(file.fiscalYears, entry_date)!,
    file,
  );
}

function copyLines(lines: readonly LineFacts[], ids: readonly number[]): readonly EntryLine[] {
  const more = ids.slice(lines.length).values();
  return lines.map((line, index) => {
    const { line_number: _number, settled: _settled, is_letterable: _letterable, dispute: _dispute, ...posted } = line;
    const { currency_settled: _currencySettled, ...kept } = posted;
    const { analytics = [], brought_from } = kept;
    return {
      ...kept,
      id: ids[index]!,
      analytics,
      ...(brought_from && { brought_from: { account_id: brought_from.account_id, line_id: more.next().value! } }),
    };
  });
}

/** An effect of an opening balance names the open item to which it belongs. */
function copyEffect(effect: VatEffect, lines: readonly LineFacts[], ids: readonly number[]): VatEffect {
  if (effect.line_id === undefined) return effect;
  return { ...effect, line_id: ids[lines.findIndex(({ id }) => id === effect.line_id)]! };
}
