import type { EntryFact, Facts } from './facts.ts';
import type { Finding } from './finding.ts';

/** Numbers that are missing or double, and invoices that were booked twice. */

export function findGaps(entries: readonly EntryFact[]): readonly Finding[] {
  const numbers = new Map<string, number[]>();
  for (const { journal, year, number } of entries) {
    const key = `${journal} ${year}`;
    const known = numbers.get(key);
    if (known) known.push(number);
    else numbers.set(key, [number]);
  }
  return [...numbers].flatMap(([entry, of]) => {
    const sorted = of.sort((one, other) => one - other);
    return sorted.flatMap((number, index): readonly Finding[] => {
      const before = sorted[index - 1] ?? 0;
      const buildGap = (why: string, detail: string, times: number) => [{ cells: { why, entry, detail, times } }];
      if (number === before) return buildGap('number_twice', String(number), 2);
      return number === before + 1 ? [] : buildGap('gap', `${before + 1}–${number - 1}`, number - before - 1);
    });
  });
}

/** Finds entries with the same third party, reference and amount, except reversed ones. */
export function findDuplicates(entries: readonly EntryFact[], parties: Facts['parties']): readonly Finding[] {
  const takenBack = new Set(entries.flatMap(({ reversedEntryId }) => reversedEntryId ?? []));
  const same = new Map<string, EntryFact[]>();
  for (const entry of entries) {
    const { reference, thirdPartyId, total, origin, id, reversedEntryId } = entry;
    if (reference === null || thirdPartyId === null || !['invoice', 'credit_note'].includes(origin)) continue;
    if (takenBack.has(id) || reversedEntryId !== null) continue;
    const key = [thirdPartyId, reference.replace(/[^a-z0-9]/gi, '').toUpperCase(), total].join(' ');
    same.set(key, [...(same.get(key) ?? []), entry]);
  }
  return [...same.values()].flatMap((some): readonly Finding[] => {
    const [first] = some;
    if (!first || some.length < 2) return [];
    const party = parties.get(first.thirdPartyId!) ?? '';
    const detail = `${party} ${first.reference} ${first.total}`;
    return [
      {
        entryId: some.at(-1)!.id,
        cells: { why: 'duplicate', entry: some.map(({ name }) => name).join(', '), detail, times: some.length },
      },
    ];
  });
}
