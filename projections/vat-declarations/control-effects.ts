import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { add, ZERO, type SignedAmount } from '../../domain/money.ts';
import type { Found } from '../../domain/vat-declarations/control.ts';
import type { Days } from '../../domain/vat-declarations/spans.ts';
import { HIGHEST_RATE, SMALL_AMOUNTS } from '../../domain/vat-codes/applied-rate.ts';
import { NO_PARTY } from '../ledger/vat-party-sums.ts';
import { bigint, date, text } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { resolveThirdPartyId, joinMerges } from '../third-parties/merges.ts';
import { collectNonZero, combineFindings, selectLargest, type FoundRow } from './findings.ts';

/**
 * VAT checks on the effects of codes: rates that were not applied, and third parties with unsuitable numbers. Both follow
 * from the stored sums. Entries are read only on days on which a rate differs from its code.
 */

type AboutParties = 'intracom' | 'nobody' | 'abroad';
type EffectRow = FoundRow & { readonly kind: AboutParties | 'rate' };

/** Whether the tax of the code `c` is checked against its rate. */
const IS_RATE_CHECKED = sql`c.rate > 0 and case when c.direction = 'sale'
        then c.kind in ('standard', 'margin') or c.due_account_id is not null
        else c.kind not in ('exempt', 'outside_scope', 'export') end`;

/** Whether all entries of the sums `s` have the rate of the code `c`. */
const IS_RATE_APPLIED = sql`(s.applied_rate = case when c.direction = 'sale' then 'due ' else 'deducted ' end || trim_scale(c.rate)
        or (s.applied_rate = ${sql.lit(SMALL_AMOUNTS)} and c.rate <= ${sql.lit(HIGHEST_RATE)}))`;

/** Suppliers round in different ways: a difference of one euro is tolerated, as when an invoice is posted. */
const effectsStatement = statement(
  'vat-control-effects',
  { companyId: bigint, from: date, to: date, country: text },
  (_db, { companyId, from, to, country }) =>
    fromRawSql(sql<EffectRow>`
    with sums as materialized (
      select s.entry_date, s.third_party_id, ${resolveThirdPartyId('s')} as party, s.base, s.deductible,
        c.direction, c.kind, c.intra_listing, ${IS_RATE_CHECKED} and not ${IS_RATE_APPLIED} as is_doubtful
      from read.vat_party_sums s ${joinMerges('s')}
        join read.vat_codes c on c.company_id = s.company_id and c.id = s.vat_code_id
      where s.company_id = ${companyId} and s.entry_date between ${from} and ${to}),
    parties as materialized (
      select t.party as id, sum(t.base) filter (where t.intra_listing is not null) as listed,
        sum(t.deductible) filter (where t.direction = 'purchase' and t.kind = 'standard') as deducted
      from sums t group by 1),
    days as materialized (
      select t.entry_date, array_agg(distinct t.third_party_id) as parties from sums t where t.is_doubtful group by 1)
    select 'rate' as kind, r.* from (${selectLargest(sql`
      select e.id, sum(t.tax - round(v.base * c.rate / 100, 2)) as amount
      from days d
        cross join lateral (select o.id, o.vat from read.entries o
          where o.company_id = ${companyId} and o.entry_date = d.entry_date and o.vat is not null
            and coalesce(o.third_party_id, ${sql.lit(NO_PARTY)}) = any (d.parties) offset 0) e
        cross join lateral (select (o->>'vat_code_id')::bigint as vat_code_id, (o->>'base')::numeric as base,
            (o->>'due')::numeric as due, (o->>'deductible')::numeric + (o->>'non_deductible')::numeric as incoming
          from jsonb_array_elements(e.vat) o) v
        join read.vat_codes c on c.company_id = ${companyId} and c.id = v.vat_code_id and ${IS_RATE_CHECKED}
        cross join lateral (select case when c.direction = 'sale' then v.due else v.incoming end as tax) t
      where abs(t.tax - round(v.base * c.rate / 100, 2)) > 1 group by e.id`)}) r
    union all
    select f.kind, f.id, f.amount::numeric(20,2), 1, f.amount::numeric(20,2) from (
      select 'intracom' as kind, p.id, s.listed as amount
      from parties s join read.third_parties p on p.company_id = ${companyId} and p.id = s.id and p.type = 'customer'
      where s.listed <> 0 and (p.vat_number is null or p.vat_valid = false or left(p.vat_number, 2) = ${country})
      union all
      select case when p.vat_number is null then 'nobody' else 'abroad' end, p.id, s.deducted
      from parties s join read.third_parties p on p.company_id = ${companyId} and p.id = s.id and p.type = 'supplier'
      where s.deducted <> 0 and (p.vat_number is null or left(p.vat_number, 2) <> ${country})) f`),
);

/** Reads one span of days after another, so that no query takes long, regardless of the size of the file. */
export async function findInEffects(
  db: Queryable,
  companyId: number,
  country: string,
  spans: readonly Days[],
): Promise<Readonly<Record<EffectRow['kind'], Found>>> {
  const rates: EffectRow[][] = [];
  const parties: Readonly<Record<AboutParties, Sums>> = { intracom: new Map(), nobody: new Map(), abroad: new Map() };
  for (const days of spans) {
    const rows = await effectsStatement.all(db, { companyId, country, ...days });
    rates.push(rows.filter(({ kind }) => kind === 'rate'));
    for (const { kind, id, amount } of rows) {
      if (kind === 'rate') continue;
      const sums = parties[kind];
      sums.set(id, add(sums.get(id) ?? ZERO, amount));
    }
  }
  const { intracom, nobody, abroad } = parties;
  return {
    rate: combineFindings(rates),
    intracom: collectNonZero(intracom),
    nobody: collectNonZero(nobody),
    abroad: collectNonZero(abroad),
  };
}

type Sums = Map<number, SignedAmount>;
