import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import { locateGroupedPage, type Owner } from '../../domain/reports/pages.ts';
import { queries } from '../support/compiler.ts';
import { bigint, bigints, date, dates, nullable, optional, someOf, text } from '../support/parameters.ts';
import { fromRawSql, statement, type RowOfStatement } from '../support/statement.ts';
import { anyOf } from '../support/expressions.ts';
import { prefetchSteps } from '../support/one-ahead.ts';
import { resolveThirdPartyId, joinMerges } from '../third-parties/merges.ts';
import type { Counted } from './general-ledger.ts';
import { toWindowArrays } from './spans.ts';

/** Lines by the thousand, for files: only the columns of a printed ledger. */

export type LedgerLine = RowOfStatement<typeof linesStatement>;

interface LedgerLineRow {
  readonly account_id: number;
  readonly entry_date: string;
  readonly journal_id: number;
  readonly number: number;
  readonly reference: string | null;
  readonly label: string | null;
  readonly third_party_name: string | null;
  readonly lettering: string | null;
  readonly debit: string;
  readonly credit: string;
  readonly currency: string | null;
  readonly currency_amount: string | null;
}

/** Codes of the letterings that match a line, in full or in part; most lines have none. */
const lettering = queries
  .selectFrom('read.lettering_lines as o')
  .innerJoin('read.letterings as g', 'g.id', 'o.lettering_id')
  .select(sql<string>`string_agg(g.code, ' ' order by g.id)`.as('codes'))
  .where('o.company_id', '=', sql.ref<number>('l.company_id'))
  .where('o.entry_id', '=', sql.ref<number>('l.entry_id'))
  .where('o.line_number', '=', sql.ref<number>('l.line_number'))
  .where((eb) => eb.not('o.is_undone'));

/** Hand-written SQL: windows are read one after another from the index, and details are looked up only for these lines. */
const linesStatement = statement(
  'ledger-lines',
  {
    companyId: bigint,
    accountIds: bigints,
    firsts: dates,
    lasts: dates,
    layers: someOf<Layer>(),
    openedOn: nullable(date),
    currency: optional(text),
    limit: bigint,
    skip: bigint,
  },
  (_db, { companyId, accountIds, firsts, lasts, layers, openedOn, currency, limit, skip }) =>
    fromRawSql(sql<LedgerLineRow>`
      select l.account_id, l.entry_date, e.journal_id, e.number, coalesce(l.reference, e.reference) as reference,
        coalesce(l.label, e.label) as label, p.name as third_party_name,
        case when l.settled <> 0 then ${lettering} end as lettering, l.debit, l.credit,
        l.currency, l.currency_amount
      from (
        select w.place, l.* from unnest(${accountIds}, ${firsts}, ${lasts}) with ordinality as w(owner_id, first, last, place)
        cross join lateral (
          select l.* from read.entry_lines l
          where l.company_id = ${companyId} and l.account_id = w.owner_id and l.entry_date between w.first and w.last
            ${currency === undefined ? sql`` : sql`and l.currency = ${currency}`}
            and l.layer = ${anyOf(layers)} and not (l.layer = 'awaiting' and l.entry_date is not distinct from ${openedOn})
          offset 0) as l
        order by w.place, l.entry_date, l.entry_id, l.line_number limit ${limit} offset ${skip}) as l
      join read.entries e on e.company_id = l.company_id and e.id = l.entry_id
      ${joinMerges('l')}
      left join read.third_parties p on p.company_id = l.company_id and p.id = ${resolveThirdPartyId('l')}
      order by l.place, l.entry_date, l.entry_id, l.line_number`),
);

const LINES_AT_ONCE = 4_000;

/** All lines of the owners in order, in steps: each step reads only the date ranges that it touches. */
export function streamLedgerLines(
  db: Queryable,
  companyId: number,
  owners: readonly Owner[],
  counted: Counted,
): AsyncGenerator<readonly LedgerLine[]> {
  function* buildSteps(): Generator<() => Promise<readonly LedgerLine[]>> {
    for (let offset = 0; ; offset += LINES_AT_ONCE) {
      const { windows, skip, total } = locateGroupedPage(owners, offset, LINES_AT_ONCE);
      if (windows.length === 0) return;
      const [accountIds, firsts, lasts] = toWindowArrays(windows);
      const given = { companyId, accountIds, firsts, lasts, ...counted, limit: LINES_AT_ONCE, skip };
      yield () => linesStatement.all(db, given);
      if (offset + LINES_AT_ONCE >= total) return;
    }
  }
  return prefetchSteps(buildSteps());
}
