import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { sumAmount } from '../support/expressions.ts';
import { bigint, date } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** What an entry that was posted later moves on an account: debit minus credit. */
export interface LaterLine {
  readonly entry_id: number;
  readonly number: number;
  readonly journal_code: string;
  readonly account: string;
  readonly amount: string;
}

/** Further rows are not listed: the boxes show the totals. */
const MOST = 2_000;

const laterStatement = statement(
  'filing-later-lines',
  { companyId: bigint, from: date, to: date, after: bigint },
  (db, { companyId, from, to, after }) =>
    db
      .selectFrom('read.entries as e')
      .innerJoin('read.journals as j', (join) =>
        join.onRef('j.company_id', '=', 'e.company_id').onRef('j.id', '=', 'e.journal_id'),
      )
      .innerJoin('read.entry_lines as l', (join) =>
        join.onRef('l.company_id', '=', 'e.company_id').onRef('l.entry_id', '=', 'e.id'),
      )
      .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
      .select(['e.id as entry_id', 'e.number', 'j.code as journal_code', 'a.number as account'])
      .select(sumAmount(sql`l.debit - l.credit`).as('amount'))
      .where('e.company_id', '=', companyId)
      .where('e.entry_date', '>=', from)
      .where('e.entry_date', '<=', to)
      .where('e.layer', '!=', sql.lit('closing'))
      .where(
        sql<boolean>`e.created_at > (select h.recorded_at from read.activity h
          where h.company_id = ${companyId} and h.position <= ${after} order by h.position desc limit 1)`,
      )
      .groupBy(['e.id', 'e.number', 'j.code', 'a.number'])
      .orderBy('e.id')
      .orderBy('a.number')
      .limit(sql.lit(MOST)),
);

/** Entries of these days that were recorded after a position of the log. */
export const readLaterLines = (
  db: Queryable,
  companyId: number,
  asked: { readonly from: string; readonly to: string; readonly after: number },
): Promise<LaterLine[]> => laterStatement.all(db, { companyId, ...asked });
