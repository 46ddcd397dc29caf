import type pg from 'pg';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import type { EntryFacts } from '../../domain/ledger/entry-facts.ts';
import { getDifferenceEntryId, type LetteredLine } from '../../domain/lettering/lettering-events.ts';
import type { KnownLettering } from '../../domain/lettering/undo-facts.ts';
import { readEntryFacts } from '../ledger/facts.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

const letteringsStatement = statement(
  'letterings-to-undo',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.letterings as g')
      .innerJoin('read.lettering_lines as o', 'o.lettering_id', 'g.id')
      .select([
        'g.id',
        'g.code',
        'g.account_id',
        'g.third_party_id',
        'g.settled_on',
        'g.origin',
        'g.reason',
        'g.difference_entry_id',
        'g.currency',
        'g.exchange_entry_id',
        'g.moved_tax',
        'g.version',
        'g.deleted_at',
        'o.line_id',
        'o.entry_id',
        'o.line_number',
        'o.amount',
        'o.currency_amount',
      ])
      .where('g.company_id', '=', companyId)
      .where('g.id', '=', anyOf(ids))
      .orderBy('g.id')
      .orderBy('o.entry_id')
      .orderBy('o.line_number'),
);

async function readLetteringsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, KnownLettering>> {
  const found = new Map<number, KnownLettering & { readonly lines: LetteredLine[] }>();
  const rows = ids.length === 0 ? [] : await letteringsStatement.all(pool, { companyId, ids });
  for (const { line_id, entry_id, line_number, amount, currency_amount, ...head } of rows) {
    const { reason, difference_entry_id, currency, exchange_entry_id, moved_tax, deleted_at, ...kept } = head;
    const known = found.get(head.id) ?? {
      ...kept,
      ...(reason !== null && { reason }),
      ...(difference_entry_id !== null && { difference_entry_id }),
      ...(currency !== null && { currency }),
      ...(exchange_entry_id !== null && { exchange_entry_id }),
      has_moved_tax: moved_tax,
      is_undone: deleted_at !== null,
      lines: [],
    };
    known.lines.push({ line_id, entry_id, line_number, amount, ...(currency_amount !== null && { currency_amount }) });
    found.set(head.id, known);
  }
  return found;
}

const listDifferenceEntries = (letterings: ReadonlyMap<number, KnownLettering>): readonly number[] =>
  [...letterings.values()].flatMap((lettering) => getDifferenceEntryId(lettering) ?? []);

/** Letterings and entries, which are read together: a lettering has entries, and an entry has letterings. */
export async function readLetteringUndoFacts(pool: pg.Pool, companyId: number, needs: UndoNeeds) {
  const letterings = await readLetteringsByIds(pool, companyId, needs.letterings ?? []);
  const differences = listDifferenceEntries(letterings);
  const entries = await readWithReversals(pool, companyId, [...(needs.entries ?? []), ...differences]);
  // An undone lettering may have been redone: those in force on the same entries are checked.
  const isUndone = [...letterings.values()].some(({ is_undone }) => is_undone);
  const inForce = isUndone ? [...entries.values()].flatMap((entry) => entry.letterings.map(({ id }) => id)) : [];
  const others = await readLetteringsByIds(
    pool,
    companyId,
    [...new Set(inForce)].filter((id) => !letterings.has(id)),
  );
  const more = listDifferenceEntries(others);
  const allEntries = new Map([
    ...entries,
    ...(await readWithReversals(
      pool,
      companyId,
      more.filter((id) => !entries.has(id)),
    )),
  ]);
  return { letterings: new Map([...letterings, ...others]), entries: allEntries };
}

/** Reversals of reversals are rare: beyond this number the entry is simply reported as reversed. */
const MOST_ROUNDS = 12;

/** Undoing a reversal may make the original entry count again, so all related entries are read. */
async function readWithReversals(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, EntryFacts>> {
  const entries = new Map<number, EntryFacts>();
  let missing = [...new Set(ids)];
  for (let round = 0; missing.length > 0 && round < MOST_ROUNDS; round += 1) {
    const found = await readEntryFacts(pool, companyId, missing);
    for (const entry of found) entries.set(entry.id, entry);
    const related = found.flatMap((entry) => [entry.reversed_entry_id, entry.reversed_by_entry_id]);
    missing = [...new Set(related)].filter((id): id is number => id !== null && !entries.has(id));
  }
  return entries;
}
