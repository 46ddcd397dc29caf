import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import { locateGroupedPage, type Owner, type Window } from '../../domain/reports/pages.ts';
import type { ReportPeriod } from '../../domain/reports/span.ts';
import { anyOf } from '../support/expressions.ts';
import { prefetchSteps } from '../support/one-ahead.ts';
import { bigint, bigints, oneOf, dates, nullable } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { resolveThirdPartyId, buildMergeJoin } from '../third-parties/merges.ts';
import { toWindowArrays, unnestPeriods, toPeriodArrays, unnestWindows } from './spans.ts';

export type JournalName = RowOfStatement<typeof namesStatement>;

/** Postings to a journal in a period, or in the days of it that the report covers. */
export type JournalPart = RowOfStatement<typeof partsStatement>;

const partsStatement = statement(
  'journal-parts',
  { companyId: bigint, periodIds: bigints, firsts: dates, lasts: dates, journalId: nullable(bigint) },
  (db, { companyId, periodIds, firsts, lasts, journalId }) =>
    db
      .selectFrom(unnestPeriods(periodIds, firsts, lasts))
      .innerJoin('read.entry_counts as c', (join) =>
        join
          .on('c.company_id', '=', companyId)
          .on((eb) => eb.between('c.entry_date', eb.ref('p.first'), eb.ref('p.last'))),
      )
      .select((eb) => [
        'c.journal_id as owner_id',
        'p.id as period_id',
        'p.first',
        'p.last',
        sql<number>`sum(c.entries_count)::bigint`.as('count'),
        eb.fn.sum<string>('c.total').as('total'),
      ])
      .where(sql<boolean>`(${journalId} is null or c.journal_id = ${journalId})`)
      .groupBy(['c.journal_id', 'p.id', 'p.first', 'p.last'])
      .orderBy('p.first'),
);

/** In date order, from the stored daily counts. */
export async function readJournalParts(
  db: Queryable,
  companyId: number,
  periods: readonly ReportPeriod[],
  journalId: number | null,
): Promise<JournalPart[]> {
  const [periodIds, firsts, lasts] = toPeriodArrays(periods);
  return partsStatement.all(db, { companyId, periodIds, firsts, lasts, journalId });
}

const namesStatement = statement('journal-names', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.journals')
    .select(['id', 'code', 'label', 'labels', 'type'])
    .where('company_id', '=', companyId)
    .orderBy('code', (order) => order.collate('C'))
    .orderBy('id'),
);

/** Includes trashed journals, because their postings remain. */
export async function readJournalNames(db: Queryable, companyId: number): Promise<JournalName[]> {
  return namesStatement.all(db, { companyId });
}

const entriesStatement = statement(
  'entries-in-windows',
  { companyId: bigint, journalIds: bigints, firsts: dates, lasts: dates, limit: bigint, skip: bigint },
  (db, { companyId, journalIds, firsts, lasts, limit, skip }) =>
    db
      .selectFrom(unnestWindows(journalIds, firsts, lasts))
      .crossJoinLateral((eb) =>
        eb
          .selectFrom('read.entries as e')
          .select(['e.id', 'e.entry_date', 'e.number'])
          .where('e.company_id', '=', companyId)
          .whereRef('e.journal_id', '=', 'w.owner_id')
          .where((entry) => entry.between('e.entry_date', entry.ref('w.first'), entry.ref('w.last')))
          // Window by window, each from the index: the server does not know how few entries they have.
          .offset(0)
          .as('e'),
      )
      .select('e.id')
      .orderBy('w.place')
      .orderBy('e.entry_date')
      .orderBy('e.number')
      .orderBy('e.id')
      .limit(limit)
      .offset(skip),
);

/** Ids of the entries in windows of one journal each, ordered by window, date and number. */
export async function listWindowEntries(
  db: Queryable,
  companyId: number,
  windows: readonly Window[],
  skip: number,
  limit: number,
): Promise<number[]> {
  if (windows.length === 0) return [];
  const [journalIds, firsts, lasts] = toWindowArrays(windows);
  const rows = await entriesStatement.all(db, { companyId, journalIds, firsts, lasts, limit, skip });
  return rows.map(({ id }) => id);
}

export type JournalLine = RowOfStatement<typeof linesStatement>;

const linesStatement = statement(
  'journal-lines',
  { companyId: bigint, entryIds: bigints, language: oneOf<Language>() },
  (db, { companyId, entryIds, language }) =>
    db
      .selectFrom('read.entry_lines as l')
      .innerJoin('read.entries as e', 'e.id', 'l.entry_id')
      .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
      .leftJoin(...buildMergeJoin('l'))
      .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('l')))
      .select([
        'l.entry_id',
        'e.journal_id',
        'e.entry_date',
        'e.number',
        sql<string | null>`coalesce(l.reference, e.reference)`.as('reference'),
        sql<string | null>`coalesce(l.label, e.label)`.as('label'),
        'a.number as account_number',
        sql<string>`coalesce(a.labels ->> ${language}, a.label)`.as('account_label'),
        'p.name as third_party_name',
        'l.debit',
        'l.credit',
      ])
      .where('l.company_id', '=', companyId)
      .where('l.entry_id', '=', anyOf(entryIds))
      // Lines numbered below zero are not lines of the entry itself.
      .where('l.line_number', '>=', 0)
      .orderBy('l.entry_id')
      .orderBy('l.line_number'),
);

/** Few, because an entry may have thousands of lines. */
const ENTRIES_AT_ONCE = 500;

/** The lines of all entries of the owners (journals), ordered by journal, date and number. */
export function streamJournalLines(
  db: Queryable,
  companyId: number,
  owners: readonly Owner[],
  language: Language,
): AsyncGenerator<readonly JournalLine[]> {
  const readStep = async (windows: readonly Window[], skip: number): Promise<readonly JournalLine[]> => {
    const ids = await listWindowEntries(db, companyId, windows, skip, ENTRIES_AT_ONCE);
    const places = new Map(ids.map((id, place) => [id, place]));
    const lines = await linesStatement.all(db, { companyId, entryIds: ids, language });
    return lines.sort((one, other) => places.get(one.entry_id)! - places.get(other.entry_id)!);
  };
  function* buildSteps(): Generator<() => Promise<readonly JournalLine[]>> {
    for (let offset = 0; ; offset += ENTRIES_AT_ONCE) {
      const { windows, skip, total } = locateGroupedPage(owners, offset, ENTRIES_AT_ONCE);
      if (windows.length === 0) return;
      yield () => readStep(windows, skip);
      if (offset + ENTRIES_AT_ONCE >= total) return;
    }
  }
  return prefetchSteps(buildSteps());
}
