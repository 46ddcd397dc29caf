import { sql } from 'kysely';
import type pg from 'pg';
import type { EntryHead } from '../../domain/ledger/amendment.ts';
import type { EntryFacts, LetteringFacts, LineFacts } from '../../domain/ledger/entry-facts.ts';
import { findCarriedLine } from './brought-lines.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Entries as decisions need them: as posted, with the current effect of letterings on their lines. */

const headOfEntry = statement('head-of-entry', { companyId: bigint, entryId: bigint }, (db, { companyId, entryId }) =>
  db
    .selectFrom('read.entries')
    .select(['id', 'version', 'entry_date', 'label', 'reference', 'due_date'])
    .where('company_id', '=', companyId)
    .where('id', '=', entryId),
);

/** The fields that can be amended, and those that an amendment depends on. */
export async function findEntryHead(pool: pg.Pool, companyId: number, entryId: number): Promise<EntryHead | undefined> {
  return headOfEntry.first(pool, { companyId, entryId });
}

/** The same with its lines, for disputes and analytic codes. */
export async function findEntryHeadWithLines(
  pool: pg.Pool,
  companyId: number,
  entryId: number,
): Promise<EntryHead | undefined> {
  const [head, lines] = await Promise.all([
    headOfEntry.first(pool, { companyId, entryId }),
    factsOfLines.all(pool, { companyId, entryIds: [entryId] }),
  ]);
  // Lines numbered below zero are not lines of the entry itself.
  return head && { ...head, lines: lines.filter(({ line_number }) => line_number > 0).map(toLineFacts) };
}

export async function findEntryFacts(
  pool: pg.Pool,
  companyId: number,
  entryId: number,
): Promise<EntryFacts | undefined> {
  return (await readEntryFacts(pool, companyId, [entryId]))[0];
}

const given = { companyId: bigint, entryIds: bigints };

const headFacts = statement('facts-of-entries', given, (db, { companyId, entryIds }) =>
  db
    .selectFrom('read.entries')
    .select([
      'id',
      'version',
      'journal_id',
      'fiscal_year_id',
      'number',
      'entry_date',
      'due_date',
      'label',
      'reference',
      'third_party_id',
      'status',
      'origin',
      'layer',
      'vat',
      'reversed_entry_id',
      'reversed_by_entry_id',
    ])
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(entryIds))
    .orderBy('id'),
);

const paidOnPayment = statement('entries-with-tax-on-payment', given, (db, { companyId, entryIds }) =>
  db
    .selectFrom('read.entries')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(entryIds))
    .where(sql<boolean>`vat @> '[{"exigibility":"payment"}]'`),
);

/** Only the entries whose tax is due on payment. */
export async function readPaymentTaxFacts(
  pool: pg.Pool,
  companyId: number,
  entryIds: readonly number[],
): Promise<EntryFacts[]> {
  if (entryIds.length === 0) return [];
  const found = await paidOnPayment.all(pool, { companyId, entryIds });
  return readEntryFacts(
    pool,
    companyId,
    found.map(({ id }) => id),
  );
}

const factsOfLines = statement('line-facts-of-entries', given, (db, { companyId, entryIds }) =>
  db
    .selectFrom('read.entry_lines as l')
    .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
    .select([
      'l.entry_id',
      'l.line_number',
      'l.id',
      'l.account_id',
      'l.debit',
      'l.credit',
      'l.label',
      'l.third_party_id',
      'l.vat_code_id',
      'l.due_date',
      'l.reference',
      'l.dispute',
      'l.analytics',
      'l.settled',
      'l.currency',
      'l.currency_amount',
      'l.exchange_rate',
      'l.currency_settled',
      'a.is_letterable',
    ])
    .where('l.company_id', '=', companyId)
    .where('l.entry_id', '=', anyOf(entryIds))
    .orderBy('l.entry_id')
    .orderBy('l.line_number'),
);

/** Every line of the letterings in force that match a line of one of the entries. */
const letteredLines = statement('letterings-of-entries', given, (db, { companyId, entryIds }) =>
  db
    .selectFrom('read.letterings as g')
    .innerJoin('read.lettering_lines as o', 'o.lettering_id', 'g.id')
    .select([
      'o.lettering_id',
      'o.line_id',
      'o.entry_id',
      'o.line_number',
      'o.amount',
      'o.currency_amount',
      'g.version',
      'g.settled_on',
      'g.moved_tax',
    ])
    .where('g.company_id', '=', companyId)
    .where('g.id', 'in', (query) =>
      query
        .selectFrom('read.lettering_lines')
        .select('lettering_id')
        .where('company_id', '=', companyId)
        .where('entry_id', '=', anyOf(entryIds))
        .where((eb) => eb.not('is_undone')),
    )
    .orderBy('o.lettering_id')
    .orderBy('o.entry_id')
    .orderBy('o.line_number'),
);

/** In posting order; ids from other company files are skipped. */
export async function readEntryFacts(
  pool: pg.Pool,
  companyId: number,
  entryIds: readonly number[],
): Promise<EntryFacts[]> {
  if (entryIds.length === 0) return [];
  const [heads, lines, lettered] = await Promise.all([
    headFacts.all(pool, { companyId, entryIds }),
    factsOfLines.all(pool, { companyId, entryIds }),
    letteredLines.all(pool, { companyId, entryIds }),
  ]);
  const linesByEntry = groupItems(lines, ({ entry_id }) => entry_id);
  const letterings = indexByEntry(toLetteringFacts(lettered));
  return heads.map(({ vat, ...head }) => ({
    ...head,
    ...(vat && { vat }),
    lines: toAllLineFacts(linesByEntry.get(head.id) ?? []),
    letterings: letterings.get(head.id) ?? [],
  }));
}

function toAllLineFacts(rows: readonly RowOfStatement<typeof factsOfLines>[]): LineFacts[] {
  const origins = new Map(rows.map((row) => [findCarriedLine(row.line_number), row]));
  return rows
    .filter(({ line_number }) => line_number > 0)
    .map((row) => {
      const from = origins.get(row.line_number);
      return {
        ...toLineFacts(row),
        ...(from && { brought_from: { account_id: from.account_id, line_id: from.id } }),
      };
    });
}

function toLineFacts({
  entry_id: _entry,
  vat_code_id,
  due_date,
  reference,
  analytics,
  currency,
  currency_amount,
  exchange_rate,
  currency_settled,
  ...line
}: RowOfStatement<typeof factsOfLines>): LineFacts {
  return {
    ...line,
    ...(vat_code_id !== null && { vat_code_id }),
    ...(due_date !== null && { due_date }),
    ...(reference !== null && { reference }),
    ...(analytics && { analytics }),
    ...(currency !== null && { currency, currency_amount: currency_amount!, currency_settled: currency_settled! }),
    ...(exchange_rate !== null && { exchange_rate }),
  };
}

function toLetteringFacts(rows: readonly RowOfStatement<typeof letteredLines>[]): LetteringFacts[] {
  const byLettering = groupItems(rows, ({ lettering_id }) => lettering_id);
  return [...byLettering].map(([id, lettered]) => ({
    id,
    version: lettered[0]!.version,
    ...(lettered[0]!.moved_tax && { tax_moved_on: lettered[0]!.settled_on }),
    lines: lettered.map(({ line_id, entry_id, line_number, amount, currency_amount }) => ({
      line_id,
      entry_id,
      line_number,
      amount,
      ...(currency_amount !== null && { currency_amount }),
    })),
  }));
}

function indexByEntry(letterings: readonly LetteringFacts[]): ReadonlyMap<number, LetteringFacts[]> {
  const found = new Map<number, LetteringFacts[]>();
  for (const lettering of letterings)
    for (const entryId of new Set(lettering.lines.map(({ entry_id }) => entry_id))) {
      const of = found.get(entryId);
      if (of) of.push(lettering);
      else found.set(entryId, [lettering]);
    }
  return found;
}

function groupItems<Item>(items: readonly Item[], keyOf: (item: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
