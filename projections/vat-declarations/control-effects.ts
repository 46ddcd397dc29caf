import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { add, ZERO, type SignedAmount } from '../../domain/money.ts';
import type { Found } from '../../domain/vat-declarations/control.ts';
import type { Days } from '../../domain/vat-declarations/spans.ts';
import { bigint, date, text } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { resolveThirdPartyId, joinMerges } from '../third-parties/merges.ts';
import { collectNonZero, combineFindings, selectLargest, type FoundRow } from './findings.ts';

/**
 * VAT checks on the effects of codes: rates that were not applied, and third parties with unsuitable numbers. One read of
 * the entries unnests the effects within their rows and keeps the sums per party and the few entries with a wrong rate;
 * the query builder does not support that.
 */

type AboutParties = 'intracom' | 'nobody' | 'abroad';
type EffectRow = FoundRow & { readonly kind: AboutParties | 'rate' };

/** Suppliers round in different ways: a difference of one euro is tolerated, as when an invoice is posted. */
const effectsStatement = statement(
  'vat-control-effects',
  { companyId: bigint, from: date, to: date, country: text },
  (_db, { companyId, from, to, country }) =>
    fromRawSql(sql<EffectRow>`
    with effects as (
      select e.id, ${resolveThirdPartyId('e')} as party, c.direction, c.kind, c.intra_listing, v.base, v.deductible,
        case when c.rate > 0 and case when c.direction = 'sale' then c.kind in ('standard', 'margin') or c.due_account_id is not null
            else c.kind not in ('exempt', 'outside_scope', 'export') end
          then case when c.direction = 'sale' then v.due else v.deductible + v.non_deductible end
            - round(v.base * c.rate / 100, 2)
          else 0 end as difference
      from read.entries e ${joinMerges('e')}
        cross join lateral (select (o->>'vat_code_id')::bigint as vat_code_id, (o->>'base')::numeric as base,
            (o->>'due')::numeric as due, (o->>'deductible')::numeric as deductible,
            (o->>'non_deductible')::numeric as non_deductible
          from jsonb_array_elements(e.vat) o) v
        join read.vat_codes c on c.company_id = e.company_id and c.id = v.vat_code_id
      where e.company_id = ${companyId} and e.entry_date between ${from} and ${to} and e.vat is not null),
    parties as materialized (
      select t.party as id, sum(t.base) filter (where t.intra_listing is not null) as listed,
        sum(t.deductible) filter (where t.direction = 'purchase' and t.kind = 'standard') as deducted,
        array_agg(t.id) filter (where abs(t.difference) > 1) as wrong,
        array_agg(t.difference) filter (where abs(t.difference) > 1) as differences
      from effects t group by 1)
    select 'rate' as kind, r.* from (${selectLargest(
      sql`select w.id, sum(w.difference) as amount from parties s
        cross join lateral unnest(s.wrong, s.differences) w(id, difference) group by 1`,
    )}) r
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
