import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { add, ZERO, type SignedAmount } from '../../domain/money.ts';
import type {
  ControlFacts,
  DeductedYear,
  Found,
  Gap,
  OutOfPeriod,
  Repeated,
} from '../../domain/vat-declarations/control.ts';
import type { BoxAmount } from '../../domain/vat-declarations/declaration-events.ts';
import { splitIntoSpans, type Days } from '../../domain/vat-declarations/spans.ts';
import { selectRepeatedNumbers, selectUnbookedNumbers, selectUnorderedNumbers } from '../documents/number-findings.ts';
import { bigint, bigints, date, texts, type Placeholders } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { resolveThirdPartyId, joinMerges } from '../third-parties/merges.ts';
import { findInEffects } from './control-effects.ts';
import { readPeriodBoxes } from './facts.ts';
import { computeUntoldOpeningTax } from './opening-tax.ts';
import { combineFindings, buildLargestQuery, MOST, type FoundRow } from './findings.ts';

/**
 * VAT checks on data other than the effects of codes. Raw SQL, because most statements unnest rows in ways that the query
 * builder does not support. Each statement returns at most as many rows as are shown, with their total number and sum.
 */

const span = { companyId: bigint, from: date, to: date };

const busyDays = statement('vat-control-days', span, (_db, { companyId, from, to }) =>
  fromRawSql(sql<{ readonly day: string; readonly count: number }>`
    select entry_date as day, sum(entries_count)::bigint as count from read.entry_counts
    where company_id = ${companyId} and entry_date between ${from} and ${to} group by 1 order by 1`),
);

/** Number of entries that can be read quickly. */
const MOST_ENTRIES = 50_000;

/** From the stored sums of lines with a code: amounts on tax accounts and on turnover accounts. */
const codedStatement = statement(
  'vat-control-coded',
  { ...span, taxAccounts: bigints },
  (_db, { companyId, from, to, taxAccounts }) =>
    fromRawSql(sql<{ readonly tax: string; readonly turnover: string }>`
    select coalesce(sum(-m.amount) filter (where m.account_id = any(${taxAccounts})), 0)::numeric(20,2) as tax,
      coalesce(sum(-m.amount) filter (where a.number like '70%' and a.type = 'income'), 0)::numeric(20,2) as turnover
    from read.vat_movements m join read.accounts a on a.company_id = m.company_id and a.id = m.account_id
    where m.company_id = ${companyId} and m.entry_date between ${from} and ${to}`),
);

/**
 * Lines without a code are found by an index alone, account by account: a period may have a hundred thousand lines with a
 * code and few without. `offset 0` keeps this order, which the query planner would not choose by itself.
 */
const selectUncodedLines = (
  accounts: RawBuilder<unknown>,
  { companyId, from, to }: Placeholders<typeof span>,
  isWanted = sql`true`,
): RawBuilder<unknown> => sql`(
      select a.id as account_id, i.entry_id from (${accounts}) a(id) cross join lateral (
        select distinct o.entry_id from read.entry_lines o where o.company_id = ${companyId} and o.account_id = a.id
          and o.entry_date between ${from} and ${to} and o.vat_code_id is null and ${isWanted} offset 0) i offset 0) f
      cross join lateral (select o.debit, o.credit from read.entry_lines o where o.company_id = ${companyId}
        and o.entry_id = f.entry_id and o.account_id = f.account_id and o.vat_code_id is null and o.layer = 'movement' offset 0) l
      cross join lateral (select o.id, o.origin, o.status, o.vat from read.entries o
        where o.company_id = ${companyId} and o.id = f.entry_id offset 0) e`;

const uncodedTax = statement('vat-control-uncoded-tax', { ...span, taxAccounts: bigints }, (_db, given) =>
  buildLargestQuery(sql`
    select e.id, sum(l.credit - l.debit) as amount
    from ${selectUncodedLines(sql`select unnest(${given.taxAccounts})`, given)}
    where e.origin <> 'vat_settlement'
    group by e.id having sum(l.credit - l.debit) <> 0`),
);

const uncodedTurnover = statement('vat-control-uncoded-turnover', span, (_db, given) =>
  buildLargestQuery(sql`
    select e.id, sum(l.credit - l.debit) as amount
    from ${selectUncodedLines(
      sql`select t.id from read.accounts t where t.company_id = ${given.companyId} and t.number like '70%' and t.type = 'income'`,
      given,
    )}
    where e.origin not in ('accrual', 'accrual_reversal')
    group by e.id having sum(l.credit - l.debit) <> 0`),
);

const uncodedPurchases = statement('vat-control-uncoded-purchases', span, (_db, given) =>
  buildLargestQuery(sql`
    select e.id, sum(l.debit - l.credit) as amount
    from ${selectUncodedLines(
      sql`select t.id from read.accounts t where t.company_id = ${given.companyId} and t.type = 'expense'`,
      given,
      sql`o.journal_id = any (array(select j.id from read.journals j
          where j.company_id = ${given.companyId} and j.type in ('purchase', 'purchase_credit')))`,
    )}
    where e.status = 'posted' and e.vat is null
    group by e.id having sum(l.debit - l.credit) <> 0`),
);

const deductedInFull = statement(
  'vat-control-seldom-deducted',
  { ...span, beginnings: texts },
  (_db, { companyId, from, to, beginnings }) =>
    buildLargestQuery(sql`
    select e.id, sum((v->>'deductible')::numeric) as amount
    from (select distinct l.entry_id from unnest(${beginnings}) b(beginning)
        join read.accounts a on a.company_id = ${companyId} and a.number like b.beginning || '%'
        join read.entry_lines l on l.company_id = a.company_id and l.account_id = a.id
      where l.entry_date between ${from} and ${to} and l.vat_code_id is not null and l.debit > 0) s
      join read.entries e on e.company_id = ${companyId} and e.id = s.entry_id and e.status = 'posted' and e.vat is not null
      cross join lateral jsonb_array_elements(e.vat) v
    where (v->>'deductible')::numeric > 0 and (v->>'non_deductible')::numeric = 0
    group by e.id`),
);

/** Documents dated in another month than their entry; the VAT regime decides which of them belong to another return. */
const outOfPeriod = statement('vat-control-out-of-period', span, (_db, { companyId, from, to }) =>
  fromRawSql(sql<OutOfPeriod>`
    select d.id, d.document_date, e.entry_date
    from read.documents d join read.entries e on e.company_id = d.company_id and e.id = d.last_entry_id
    where d.company_id = ${companyId} and d.deleted_at is null and e.entry_date between ${from} and ${to}
      and e.status = 'posted' and e.vat is not null
      and date_trunc('month', d.document_date) <> date_trunc('month', e.entry_date)
    order by e.entry_date, d.id limit 200`),
);

/** Sales document numbers: the same text around a number that counts up. */
const gaps = statement('vat-control-gaps', span, (_db, { companyId, from, to }) =>
  fromRawSql(sql<Gap>`
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

/** The same number of the same supplier twice, even if the first was posted up to a year earlier. */
const repeated = statement('vat-control-repeated', span, (_db, { companyId, from, to }) =>
  fromRawSql(sql<Repeated>`
    select min(e.reference) as reference, p.name as third_party, max(e.total)::numeric(20,2) as amount,
      to_json((array_agg(e.id order by e.id))[1:${sql.lit(MOST)}]) as ids
    from read.journals j join read.entries e on e.company_id = j.company_id and e.journal_id = j.id
      ${joinMerges('e')}
      join read.third_parties p on p.company_id = e.company_id and p.id = ${resolveThirdPartyId('e')}
    where j.company_id = ${companyId} and j.type in ('purchase', 'purchase_credit') and e.status = 'posted'
      and e.entry_date between (${from}::date - interval '1 year')::date and ${to}
      and e.origin in ('invoice', 'credit_note') and e.reference is not null
    group by p.id, p.name, e.origin, lower(regexp_replace(e.reference, '[^[:alnum:]]', '', 'g'))
    having count(*) > 1 and max(e.entry_date) >= ${from} order by max(e.id) limit ${sql.lit(MOST)}`),
);

const repeatedNumbers = statement('vat-control-numbers-repeated', span, (_db, given) =>
  buildLargestQuery(selectRepeatedNumbers(given)),
);
const unorderedNumbers = statement('vat-control-numbers-unordered', span, (_db, given) =>
  buildLargestQuery(selectUnorderedNumbers(given)),
);
const unbookedNumbers = statement('vat-control-numbers-unbooked', span, (_db, given) =>
  buildLargestQuery(selectUnbookedNumbers(given)),
);

const deductedYears = statement('vat-control-deducted-years', span, (_db, { companyId, from, to }) =>
  fromRawSql(sql<DeductedYear>`
    select extract(year from e.entry_date)::integer as year,
      sum((v->>'deductible')::numeric)::numeric(20,2) as deducted,
      sum(round(((v->>'deductible')::numeric + (v->>'non_deductible')::numeric) * c.deductible_rate / 100, 2))::numeric(20,2)
        as by_code
    from read.entries e cross join lateral jsonb_array_elements(e.vat) v
      join read.vat_codes c on c.company_id = e.company_id and c.id = (v->>'vat_code_id')::bigint
    where e.company_id = ${companyId} and e.entry_date between ${from} and ${to} and e.vat is not null
      and not v ? 'exigibility' and c.direction = 'purchase' and c.kind not in ('non_deductible', 'margin')
    group by 1 order by 1`),
);

const moved = statement('vat-control-moved', span, (_db, { companyId, from, to }) =>
  buildLargestQuery(sql`
    select d.id, d.amount_due - d.amount_refund as amount from read.vat_declarations d
    where d.company_id = ${companyId} and d.deleted_at is null and d.status <> 'draft'
      and d.starts_on <= ${to} and d.ends_on >= ${from}
      and exists (select from read.entries e where e.company_id = d.company_id
        and e.tax_point between d.starts_on and d.ends_on and e.created_at > d.validated_at)`),
);

const openingTax = statement('vat-control-opening-tax', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.companies as c')
    .select(computeUntoldOpeningTax(sql.ref('c.id')).as('amount'))
    .where('c.id', '=', companyId)
    .where('c.country_pack', '=', 'FR'),
);

export interface ControlQuestion extends Days {
  readonly companyId: number;
  /** Prefix of VAT numbers of its own country. */
  readonly country: string;
  readonly taxAccounts: readonly number[];
  readonly seldomDeducted: readonly string[];
  /** Whether the amounts deducted per year are needed. */
  readonly hasProRata: boolean;
}

/** Includes the boxes of the period, from which the declared tax is computed. */
export type FoundFacts = Omit<ControlFacts, 'calendar' | 'tax'> & {
  readonly books: readonly BoxAmount[];
  readonly posted: SignedAmount;
};

export async function readControlFacts(db: Queryable, question: ControlQuestion): Promise<FoundFacts> {
  const { companyId, from, to, country, taxAccounts, seldomDeducted, hasProRata } = question;
  const days = { companyId, from, to };
  // Sequentially: the snapshot is a single connection.
  const spans = splitIntoSpans(question, await busyDays.all(db, days), MOST_ENTRIES);
  const readSpans = async (rowsOf: (given: typeof days) => Promise<readonly FoundRow[]>): Promise<Found> => {
    const found: (readonly FoundRow[])[] = [];
    for (const one of spans) found.push(await rowsOf({ companyId, ...one }));
    return combineFindings(found);
  };
  const coded = (await codedStatement.first(db, { ...days, taxAccounts }))!;
  const effects = await findInEffects(db, companyId, country, spans);
  const taxWithoutCode = await readSpans((given) => uncodedTax.all(db, { ...given, taxAccounts }));
  const turnoverWithoutCode = await readSpans((given) => uncodedTurnover.all(db, given));
  return {
    books: await readPeriodBoxes(db, companyId, { starts_on: from, ends_on: to }),
    posted: add(coded.tax, taxWithoutCode.amount),
    turnover: { posted: add(coded.turnover, turnoverWithoutCode.amount), coded: coded.turnover },
    uncodedTax: taxWithoutCode,
    uncodedTurnover: turnoverWithoutCode,
    uncodedPurchases: await readSpans((given) => uncodedPurchases.all(db, given)),
    wrongRates: effects.rate,
    customersWithoutNumber: effects.intracom,
    outOfPeriod: await outOfPeriod.all(db, days),
    gaps: await gaps.all(db, days),
    repeated: await repeated.all(db, days),
    numbers: {
      repeated: combineFindings([await repeatedNumbers.all(db, days)]),
      unordered: combineFindings([await unorderedNumbers.all(db, days)]),
      unbooked: combineFindings([await unbookedNumbers.all(db, days)]),
    },
    deductedFromNobody: effects.nobody,
    deductedAbroad: effects.abroad,
    deductedInFull: await readSpans((given) => deductedInFull.all(db, { ...given, beginnings: seldomDeducted })),
    deductedYears: hasProRata ? await deductedYears.all(db, days) : [],
    openingTax: (await openingTax.first(db, { companyId }))?.amount ?? ZERO,
    moved: combineFindings([await moved.all(db, days)]),
  };
}
