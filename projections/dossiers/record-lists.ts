import { sql } from 'kysely';
import type { Language } from '../../domain/language.ts';
import { matchesRecordFilter } from '../records/filter.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { filtered, ROWS_AT_ONCE } from './list-parameters.ts';

/** Lists of the records that users edit by field. */

export const accounts = statement('list-file-accounts', filtered, (db, { companyId, language, afterId, ...filter }) =>
  db
    .selectFrom('read.accounts as a')
    .select(['a.id', 'a.number', sql<string>`coalesce(a.labels ->> ${language}, a.label)`.as('label'), 'a.type'])
    .select(['a.control_role', 'a.is_active', 'a.currency'])
    .where('a.company_id', '=', companyId)
    .where('a.deleted_at', 'is', null)
    .where('a.id', '>', afterId)
    .where(matchesRecordFilter('a', filter))
    .orderBy('a.id')
    .limit(ROWS_AT_ONCE),
);

export const journals = statement('list-file-journals', filtered, (db, { companyId, language, afterId, ...filter }) =>
  db
    .selectFrom('read.journals as j')
    .leftJoin('read.accounts as a', 'a.id', 'j.control_account_id')
    .select(['j.id', 'j.code', sql<string>`coalesce(j.labels ->> ${language}, j.label)`.as('label'), 'j.type'])
    .select(['j.iban', 'a.number as account', 'j.currency'])
    .where('j.company_id', '=', companyId)
    .where('j.deleted_at', 'is', null)
    .where('j.id', '>', afterId)
    .where(matchesRecordFilter('j', filter))
    .orderBy('j.id')
    .limit(ROWS_AT_ONCE),
);

export const vatCodes = statement('list-file-vat-codes', filtered, (db, { companyId, language, afterId, ...filter }) =>
  db
    .selectFrom('read.vat_codes as v')
    .select(['v.id', 'v.code', sql<string>`coalesce(v.labels ->> ${language}, v.label)`.as('label'), 'v.direction'])
    .select(['v.rate', 'v.is_active'])
    .where('v.company_id', '=', companyId)
    .where('v.deleted_at', 'is', null)
    .where('v.id', '>', afterId)
    .where(matchesRecordFilter('v', filter))
    .orderBy('v.id')
    .limit(ROWS_AT_ONCE),
);

export const thirdParties = statement(
  'list-file-third-parties',
  filtered,
  (db, { companyId, language, afterId, ...filter }) =>
    db
      .selectFrom('read.third_parties as p')
      .leftJoin('read.accounts as a', 'a.id', 'p.account_id')
      .select([
        'p.id',
        'p.code',
        'p.type',
        'p.name',
        'p.vat_number',
        'p.enterprise_number',
        'p.street',
        'p.house_number',
      ])
      .select(['p.postal_code', 'p.city', 'p.country', 'p.email', 'p.phone', 'a.number as account'])
      .select([sql<string | null>`p.ibans ->> 0`.as('iban'), sql<Language>`${language}`.as('language')])
      .where('p.company_id', '=', companyId)
      .where('p.deleted_at', 'is', null)
      .where('p.id', '>', afterId)
      .where(matchesRecordFilter('p', filter))
      .orderBy('p.id')
      .limit(ROWS_AT_ONCE),
);

export const analyticCodes = statement('list-file-analytic-codes', filtered, (db, given) =>
  db
    .selectFrom('read.analytic_codes as c')
    .leftJoin('read.analytic_codes as p', 'p.id', 'c.parent_id')
    .select(['c.id', 'c.axis', 'c.code', 'c.label', 'p.code as parent_id', 'c.valid_from', 'c.valid_until'])
    .select('c.is_active')
    .where('c.company_id', '=', given.companyId)
    .where('c.deleted_at', 'is', null)
    .where('c.id', '>', given.afterId)
    .where(matchesRecordFilter('c', given))
    .orderBy('c.id')
    .limit(ROWS_AT_ONCE),
);

/** A budget has up to a thousand lines. */
const BUDGETS_AT_ONCE = 10;

type BudgetLineRow = {
  readonly id: number;
  readonly name: string;
  readonly fiscal_year: string;
  readonly budget_kind: string;
  readonly account: string | null;
  readonly analytic_code_id: string | null;
  readonly amount: string;
  readonly spread: string;
};

/** One row per line; by hand, because each budget keeps its lines in one column. */
export const budgets = statement('list-file-budgets', filtered, (_, given) =>
  fromRawSql(sql<BudgetLineRow>`
      select b.id, b.name, y.code as fiscal_year, b.kind as budget_kind, l.line ->> 'account' as account,
        c.code as analytic_code_id, l.line ->> 'amount' as amount, l.line ->> 'spread' as spread
      from (
        select * from read.budgets f where f.company_id = ${given.companyId} and f.deleted_at is null and f.id > ${given.afterId}
          and ${matchesRecordFilter('f', given)}
        order by f.id limit ${sql.lit(BUDGETS_AT_ONCE)}) b
      left join read.fiscal_years y on y.company_id = b.company_id and y.id = b.fiscal_year_id
      left join lateral jsonb_array_elements(b.lines) with ordinality as l(line, place) on true
      left join read.analytic_codes c on c.company_id = b.company_id and c.id = (l.line ->> 'analytic_code_id')::bigint
      order by b.id, l.place`),
);
