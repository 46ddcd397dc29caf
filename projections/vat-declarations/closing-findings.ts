import { sql } from 'kysely';
import { bigint, date } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/** Months with VAT that no validated return covers. Month by month, so that an index finds the first entry of each. */
export const vatNotDeclared = statement(
  'closing-vat-not-declared',
  { companyId: bigint, endsOn: date },
  (_db, { companyId, endsOn }) =>
    fromRawSql(sql<{ readonly id: number; readonly label: string; readonly count: number; readonly total: string }>`
    select row_number() over (order by m.first)::bigint as id, to_char(m.first, 'YYYY-MM') as label,
      count(*) over () as count, 0::numeric(20,2) as total
    from read.fiscal_years y
      cross join lateral generate_series(date_trunc('month', y.starts_on::timestamp), y.ends_on::timestamp, interval '1 month') s(day)
      cross join lateral (select greatest(s.day::date, y.starts_on) as first,
        least((s.day + interval '1 month - 1 day')::date, y.ends_on) as last) m
    where y.company_id = ${companyId} and y.ends_on = ${endsOn} and y.deleted_at is null
      and exists (select from read.entries e where e.company_id = y.company_id
        and e.entry_date between m.first and m.last and e.vat is not null)
      and not exists (select from read.vat_declarations d where d.company_id = y.company_id and d.deleted_at is null
        and d.status <> 'draft' and d.starts_on <= m.first and d.ends_on >= m.last)
    order by m.first limit 20`),
);
