import { sql } from 'kysely';
import { countryPacks } from '../../domain/country-packs/index.ts';
import { bigint, date } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

const buildPrefixPattern = (beginnings: readonly string[]) =>
  beginnings.length === 0 ? '^$' : `^(${beginnings.join('|')})`;

const matchByCountry = (of: (pack: (typeof countryPacks)[number]) => readonly string[]) =>
  sql`case c.country_pack ${sql.join(
    countryPacks.map((pack) => sql`when ${sql.lit(pack.code)} then ${sql.lit(buildPrefixPattern(of(pack)))}`),
    sql` `,
  )} end`;

/**
 * Purchases on fixed asset accounts without a corresponding asset. An asset recorded manually with the same amount,
 * account and date counts as a match. Plain SQL, because the accounts depend on the country.
 */
export const purchasesWithoutAsset = statement(
  'closing-purchases-without-asset',
  { companyId: bigint, endsOn: date },
  (_db, { companyId, endsOn }) =>
    fromRawSql(sql<{ readonly id: number; readonly label: string; readonly count: number; readonly total: string }>`
    select l.entry_id as id, a.number || ' ' || to_char(l.entry_date, 'YYYY-MM-DD') as label, count(*) over () as count,
      (sum(l.debit - taken.amount) over ())::numeric(20,2) as total
    from read.companies c
      join read.fiscal_years y on y.company_id = c.id and y.ends_on = ${endsOn} and y.deleted_at is null
      join read.accounts a on a.company_id = c.id and a.number ~ ${matchByCountry(({ fixedAssets }) => fixedAssets.purchases)}
        and a.number !~ ${matchByCountry(({ fixedAssets }) => fixedAssets.notAssets)}
      join read.entry_lines l on l.company_id = c.id and l.account_id = a.id and l.entry_date between y.starts_on and y.ends_on
        and l.debit > 0 and l.layer = 'movement'
      join read.entries e on e.company_id = l.company_id and e.id = l.entry_id and e.status = 'posted' and e.reversed_entry_id is null
        and e.origin not in ('depreciation', 'fixed_asset')
      cross join lateral (select coalesce(sum(m.cost), 0) as amount from read.fixed_asset_movements m
        join read.fixed_assets f on f.company_id = m.company_id and f.id = m.fixed_asset_id and f.deleted_at is null
        where m.company_id = c.id and m.origin_line_id = l.id) taken
    where c.id = ${companyId} and taken.amount < l.debit
      and not exists (select from read.fixed_assets f join read.fixed_asset_plans p on p.company_id = f.company_id and p.id = f.id
        where f.company_id = c.id and f.deleted_at is null
        and f.account_id = a.id and f.acquired_on = l.entry_date and p.plan -> 'fields' ->> 'origin_line_id' is null
        and (p.plan -> 'fields' ->> 'cost')::numeric = l.debit)
    order by l.entry_date, l.entry_id limit 20`),
);
