import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type {
  ControlFacts,
  DeductedYear,
  Found,
  Gap,
  OutOfPeriod,
  Repeated,
} from '../../domain/vat-declarations/control.ts';
import { bigint, bigints, date, text, texts } from '../support/parameters.ts';
import { byHand, statement } from '../support/statement.ts';
import { countsFor, joinMerges } from '../third-parties/merges.ts';

/**
 * What the control of VAT reads. Written out: most of it opens the effects of codes within the rows of entries, which the query
 * builder has no words for. Each statement gives at most so many rows as are shown, with their number and sum.
 */

const MOST = 20;
const span = { companyId: bigint, from: date, to: date };

interface FoundRow {
  readonly id: number;
  readonly count: number;
  readonly total: string;
}

/** Of rows `id`, `amount`: the largest, with the number and the sum of all. */
const largest = (rows: RawBuilder<unknown>) =>
  byHand(sql<FoundRow>`
    select id, (count(*) over ())::bigint as count, (sum(amount) over ())::numeric(20,2) as total
    from (${rows}) found order by abs(amount) desc, id limit ${sql.lit(MOST)}`);

const foundOf = (rows: readonly FoundRow[]): Found => ({
  count: rows[0]?.count ?? 0,
  amount: rows[0]?.total ?? '0.00',
  ids: rows.map(({ id }) => id),
});

const TAX = sql`case when c.direction = 'sale' then (v->>'due')::numeric
  else (v->>'deductible')::numeric + (v->>'non_deductible')::numeric end`;

const totalsStatement = statement(
  'vat-control-totals',
  { ...span, taxAccounts: bigints },
  (_db, { companyId, from, to, taxAccounts }) =>
    byHand(sql<{
      readonly declared: string;
      readonly posted: string;
      readonly turnover: string;
      readonly coded: string;
    }>`
    select
      (select coalesce(sum((v->>'due')::numeric - (v->>'deductible')::numeric), 0)::numeric(20,2)
        from read.entries e cross join lateral jsonb_array_elements(e.vat) v
        where e.company_id = ${companyId} and e.entry_date between ${from} and ${to} and e.vat is not null
          and not v ? 'exigibility') as declared,
      (select coalesce(sum(l.credit - l.debit), 0)::numeric(20,2)
        from read.entry_lines l join read.entries e on e.id = l.entry_id
        where l.company_id = ${companyId} and l.account_id = any(${taxAccounts})
          and l.entry_date between ${from} and ${to} and l.layer = 'movement' and e.origin <> 'vat_settlement') as posted,
      coalesce(sum(t.amount), 0)::numeric(20,2) as turnover,
      coalesce(sum(t.amount) filter (where t.is_coded), 0)::numeric(20,2) as coded
    from (select l.credit - l.debit as amount, l.vat_code_id is not null as is_coded
      from read.accounts a join read.entry_lines l on l.company_id = a.company_id and l.account_id = a.id
      where a.company_id = ${companyId} and a.number like '70%' and a.type = 'income'
        and l.entry_date between ${from} and ${to} and l.layer = 'movement') t`),
);

const uncodedTax = statement(
  'vat-control-uncoded-tax',
  { ...span, taxAccounts: bigints },
  (_db, { companyId, from, to, taxAccounts }) =>
    largest(sql`
    select e.id, sum(l.credit - l.debit) as amount
    from read.entry_lines l join read.entries e on e.id = l.entry_id
    where l.company_id = ${companyId} and l.account_id = any(${taxAccounts})
      and l.entry_date between ${from} and ${to} and l.layer = 'movement' and e.origin <> 'vat_settlement'
      and l.vat_code_id is null
    group by e.id having sum(l.credit - l.debit) <> 0`),
);

const uncodedTurnover = statement('vat-control-uncoded-turnover', span, (_db, { companyId, from, to }) =>
  largest(sql`
    select e.id, sum(l.credit - l.debit) as amount
    from read.accounts a join read.entry_lines l on l.company_id = a.company_id and l.account_id = a.id
      join read.entries e on e.id = l.entry_id
    where a.company_id = ${companyId} and a.number like '70%' and a.type = 'income'
      and l.entry_date between ${from} and ${to} and l.layer = 'movement' and l.vat_code_id is null
      and e.origin not in ('accrual', 'accrual_reversal')
    group by e.id having sum(l.credit - l.debit) <> 0`),
);

const uncodedPurchases = statement('vat-control-uncoded-purchases', span, (_db, { companyId, from, to }) =>
  largest(sql`
    select e.id, sum(l.debit - l.credit) as amount
    from read.journals j join read.entries e on e.company_id = j.company_id and e.journal_id = j.id
      join read.entry_lines l on l.entry_id = e.id join read.accounts a on a.id = l.account_id and a.type = 'expense'
    where j.company_id = ${companyId} and j.type in ('purchase', 'purchase_credit')
      and e.entry_date between ${from} and ${to} and l.vat_code_id is null and e.status = 'posted'
      and e.vat is null and l.layer = 'movement'
    group by e.id having sum(l.debit - l.credit) <> 0`),
);

/** Suppliers round in their own ways: a euro is let pass, as it is when an invoice is posted. */
const wrongRates = statement('vat-control-rates', span, (_db, { companyId, from, to }) =>
  largest(sql`
    select id, sum(difference) as amount from (
      select e.id, ${TAX} - round((v->>'base')::numeric * c.rate / 100, 2) as difference
      from read.entries e cross join lateral jsonb_array_elements(e.vat) v
        join read.vat_codes c on c.id = (v->>'vat_code_id')::bigint
      where e.company_id = ${companyId} and e.entry_date between ${from} and ${to} and e.vat is not null and c.rate > 0
        and case when c.direction = 'sale' then c.kind = 'standard' or c.due_account_id is not null
          else c.kind not in ('exempt', 'outside_scope', 'export') end) t
    where abs(difference) > 1 group by id`),
);

const party = (column: 'customer' | 'supplier', where: RawBuilder<unknown>) =>
  sql`cross join lateral jsonb_array_elements(e.vat) v
      join read.vat_codes c on c.id = (v->>'vat_code_id')::bigint
      ${joinMerges('e')}
      join read.third_parties p on p.id = ${countsFor('e')} and p.type = ${sql.lit(column)}
    where ${where}`;

const customersWithoutNumber = statement(
  'vat-control-intracom-customers',
  { ...span, country: text },
  (_db, { companyId, from, to, country }) =>
    largest(sql`
    select p.id, sum((v->>'base')::numeric) as amount
    from read.entries e ${party(
      'customer',
      sql`e.company_id = ${companyId} and e.entry_date between ${from} and ${to}
      and e.vat is not null and c.intra_listing is not null
      and (p.vat_number is null or p.vat_valid = false or left(p.vat_number, 2) = ${country})`,
    )}
    group by p.id`),
);

const deductedFromNobody = statement('vat-control-no-supplier-number', span, (_db, { companyId, from, to }) =>
  largest(sql`
    select p.id, sum((v->>'deductible')::numeric) as amount
    from read.entries e ${party(
      'supplier',
      sql`e.company_id = ${companyId} and e.entry_date between ${from} and ${to}
      and e.vat is not null and c.direction = 'purchase' and c.kind = 'standard' and p.vat_number is null
      and (v->>'deductible')::numeric <> 0`,
    )}
    group by p.id having sum((v->>'deductible')::numeric) <> 0`),
);

const deductedAbroad = statement(
  'vat-control-foreign-supplier',
  { ...span, country: text },
  (_db, { companyId, from, to, country }) =>
    largest(sql`
    select p.id, sum((v->>'deductible')::numeric) as amount
    from read.entries e ${party(
      'supplier',
      sql`e.company_id = ${companyId} and e.entry_date between ${from} and ${to}
      and e.vat is not null and c.direction = 'purchase' and c.kind = 'standard' and p.vat_number is not null
      and left(p.vat_number, 2) <> ${country} and (v->>'deductible')::numeric <> 0`,
    )}
    group by p.id having sum((v->>'deductible')::numeric) <> 0`),
);

const deductedInFull = statement(
  'vat-control-seldom-deducted',
  { ...span, beginnings: texts },
  (_db, { companyId, from, to, beginnings }) =>
    largest(sql`
    select e.id, sum((v->>'deductible')::numeric) as amount
    from (select distinct l.entry_id from unnest(${beginnings}) b(beginning)
        join read.accounts a on a.company_id = ${companyId} and a.number like b.beginning || '%'
        join read.entry_lines l on l.company_id = a.company_id and l.account_id = a.id
      where l.entry_date between ${from} and ${to} and l.vat_code_id is not null and l.debit > 0) s
      join read.entries e on e.id = s.entry_id and e.status = 'posted' and e.vat is not null
      cross join lateral jsonb_array_elements(e.vat) v
    where (v->>'deductible')::numeric > 0 and (v->>'non_deductible')::numeric = 0
    group by e.id`),
);

/** Documents of another month than their entry; which of them are of another return, the regime tells. */
const outOfPeriod = statement('vat-control-out-of-period', span, (_db, { companyId, from, to }) =>
  byHand(sql<OutOfPeriod>`
    select d.id, d.document_date, e.entry_date
    from read.documents d join read.entries e on e.id = d.last_entry_id
    where d.company_id = ${companyId} and d.deleted_at is null and e.entry_date between ${from} and ${to}
      and e.status = 'posted' and e.vat is not null
      and date_trunc('month', d.document_date) <> date_trunc('month', e.entry_date)
    order by e.entry_date, d.id limit 200`),
);

/** Numbers of what was sold, as they stand on the documents: the same words around a number that counts up. */
const gaps = statement('vat-control-gaps', span, (_db, { companyId, from, to }) =>
  byHand(sql<Gap>`
    select journal, previous as after, reference as before, (number - earlier - 1)::integer as missing, entry_id from (
      select j.code as journal, e.reference, e.id as entry_id, n.number,
        lag(e.reference) over w as previous, lag(n.number) over w as earlier
      from read.journals j join read.entries e on e.company_id = j.company_id and e.journal_id = j.id
        cross join lateral (select regexp_match(e.reference, '^(.*?)([0-9]{1,9})$') as parts) m
        cross join lateral (select m.parts[2]::bigint as number) n
      where j.company_id = ${companyId} and j.type in ('sale', 'sale_credit')
        and e.entry_date between ${from} and ${to} and e.origin in ('invoice', 'credit_note') and m.parts is not null
      window w as (partition by j.id, m.parts[1] order by n.number)) t
    where number - earlier between 2 and 1000 order by entry_id limit ${sql.lit(MOST)}`),
);

/** The same number of the same supplier twice, also where the first one was posted up to a year before. */
const repeated = statement('vat-control-repeated', span, (_db, { companyId, from, to }) =>
  byHand(sql<Repeated>`
    select min(e.reference) as reference, p.name as third_party, max(e.total)::numeric(20,2) as amount,
      to_json((array_agg(e.id order by e.id))[1:${sql.lit(MOST)}]) as ids
    from read.journals j join read.entries e on e.company_id = j.company_id and e.journal_id = j.id
      ${joinMerges('e')}
      join read.third_parties p on p.id = ${countsFor('e')}
    where j.company_id = ${companyId} and j.type in ('purchase', 'purchase_credit') and e.status = 'posted'
      and e.entry_date between (${from}::date - interval '1 year')::date and ${to}
      and e.origin in ('invoice', 'credit_note') and e.reference is not null
    group by p.id, p.name, e.origin, lower(regexp_replace(e.reference, '[^[:alnum:]]', '', 'g'))
    having count(*) > 1 and max(e.entry_date) >= ${from} order by max(e.id) limit ${sql.lit(MOST)}`),
);

const deductedYears = statement('vat-control-deducted-years', span, (_db, { companyId, from, to }) =>
  byHand(sql<DeductedYear>`
    select extract(year from e.entry_date)::integer as year,
      sum((v->>'deductible')::numeric)::numeric(20,2) as deducted,
      sum(round(((v->>'deductible')::numeric + (v->>'non_deductible')::numeric) * c.deductible_rate / 100, 2))::numeric(20,2)
        as by_code
    from read.entries e cross join lateral jsonb_array_elements(e.vat) v
      join read.vat_codes c on c.id = (v->>'vat_code_id')::bigint
    where e.company_id = ${companyId} and e.entry_date between ${from} and ${to} and e.vat is not null
      and not v ? 'exigibility' and c.direction = 'purchase' and c.kind <> 'non_deductible'
    group by 1 order by 1`),
);

const moved = statement('vat-control-moved', span, (_db, { companyId, from, to }) =>
  largest(sql`
    select d.id, d.amount_due - d.amount_refund as amount from read.vat_declarations d
    where d.company_id = ${companyId} and d.deleted_at is null and d.status <> 'draft'
      and d.starts_on <= ${to} and d.ends_on >= ${from}
      and exists (select from read.entries e where e.company_id = d.company_id
        and e.tax_point between d.starts_on and d.ends_on and e.created_at > d.validated_at)`),
);

export interface ControlQuestion {
  readonly companyId: number;
  readonly from: string;
  readonly to: string;
  /** The beginning of VAT numbers of its own country. */
  readonly country: string;
  readonly taxAccounts: readonly number[];
  readonly seldomDeducted: readonly string[];
}

export async function controlFacts(db: Queryable, question: ControlQuestion): Promise<Omit<ControlFacts, 'calendar'>> {
  const { companyId, from, to, country, taxAccounts, seldomDeducted } = question;
  const days = { companyId, from, to };
  // One after the other: the snapshot is one connection.
  const totals = (await totalsStatement.first(db, { ...days, taxAccounts }))!;
  return {
    tax: { declared: totals.declared, posted: totals.posted },
    turnover: { posted: totals.turnover, coded: totals.coded },
    uncodedTax: foundOf(await uncodedTax.all(db, { ...days, taxAccounts })),
    uncodedTurnover: foundOf(await uncodedTurnover.all(db, days)),
    uncodedPurchases: foundOf(await uncodedPurchases.all(db, days)),
    wrongRates: foundOf(await wrongRates.all(db, days)),
    customersWithoutNumber: foundOf(await customersWithoutNumber.all(db, { ...days, country })),
    outOfPeriod: await outOfPeriod.all(db, days),
    gaps: await gaps.all(db, days),
    repeated: await repeated.all(db, days),
    deductedFromNobody: foundOf(await deductedFromNobody.all(db, days)),
    deductedAbroad: foundOf(await deductedAbroad.all(db, { ...days, country })),
    deductedInFull: foundOf(await deductedInFull.all(db, { ...days, beginnings: seldomDeducted })),
    deductedYears: await deductedYears.all(db, days),
    moved: foundOf(await moved.all(db, days)),
  };
}
