import { sql, type Expression } from 'kysely';
import { findCountryPack } from '../../domain/country-packs/index.ts';

/** Accounts on which tax waits for the payment. */
const WAITING = sql.lit(`{${Object.keys(findCountryPack('FR')!.taxOnPayment ?? {}).join(',')}}`);

/**
 * Tax of the opening balance that waits for a payment without an open item that names it. Opening entries are on the
 * first day of a fiscal year, where an index finds them.
 */
export const computeUntoldOpeningTax = (companyId: Expression<unknown>) => sql<string>`(
  select coalesce(abs((select sum(b.debit - b.credit) from read.balances b join read.accounts a on a.company_id = b.company_id and a.id = b.account_id
    where b.company_id = ${companyId} and b.layer = 'opening' and a.number = any(${WAITING}::text[]))
  - coalesce((select sum((v->>'deductible')::numeric - (v->>'due')::numeric) from read.entries e
      cross join lateral jsonb_array_elements(e.vat) v
    where e.company_id = ${companyId} and e.layer = 'opening' and e.vat is not null and v ? 'line_id'
      and e.entry_date in (select f.starts_on from read.fiscal_years f where f.company_id = ${companyId})), 0)), 0)
)::numeric(20,2)`;
