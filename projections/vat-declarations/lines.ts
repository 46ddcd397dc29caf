import { sql } from 'kysely';
import type pg from 'pg';
import { isCountedIn } from '../../domain/vat-declarations/shape.ts';
import { bigint, date, integers, texts, timestamp, type Placeholders } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { resolveThirdPartyId, joinMerges } from '../third-parties/merges.ts';

/** Details of a box of a return, by entry and code. */
export interface BoxLine {
  readonly entry_id: number;
  readonly line_id: number | null;
  readonly entry_date: string;
  readonly tax_point: string | null;
  readonly journal_code: string;
  readonly number: number;
  readonly reference: string | null;
  readonly third_party_id: number | null;
  readonly third_party_name: string | null;
  readonly vat_code: string;
  readonly base: string;
  readonly tax: string;
  readonly amount: string;
}

export interface BoxQuestion {
  readonly starts_on: string;
  readonly ends_on: string;
  /** Later recordings are not in the return. */
  readonly computed_at: string;
  /** Boxes filled by entries, with the sign they count with. */
  readonly parts: ReadonlyMap<string, 1 | -1>;
}

const span = { companyId: bigint, from: date, to: date };

const shapesStatement = statement('shapes-of-vat', span, (db, { companyId, from, to }) =>
  db
    .selectFrom('read.vat_counts')
    .select('boxes')
    .distinct()
    .where('company_id', '=', companyId)
    .where('entry_date', '>=', from)
    .where('entry_date', '<=', to),
);

const asked = { ...span, until: timestamp, boxes: texts, signs: integers };

// Raw SQL: the effects of a code are unnested within the row, which the query builder does not support. Entries that
// fill none of the
// boxes are excluded by containment, at a fraction of the cost of unnesting. `isToldIn` applies the same rule to
// shapes.
const selectCountedEffects = ({ companyId, from, to, until, boxes, signs }: Placeholders<typeof asked>) => sql`
  read.entries e
  cross join lateral jsonb_array_elements(e.vat) with ordinality v(effect, place)
  cross join lateral (
    select sum(g.amount)::numeric(20,2) as amount, bool_or(g.amount <> 0) as is_told from (
      select sum((b->>'amount')::numeric * p.sign) as amount
      from jsonb_array_elements(v.effect->'boxes') b join unnest(${boxes}, ${signs}) p(box, sign) on p.box = b->>'box'
      group by abs((b->>'amount')::numeric)) g) s
  where e.company_id = ${companyId} and e.entry_date between ${from} and ${to} and e.vat is not null
    and e.vat @> any (array(select jsonb_build_array(jsonb_build_object('boxes',
      jsonb_build_array(jsonb_build_object('box', filled.box)))) from unnest(${boxes}) filled(box)))
    and e.created_at <= ${until} and not v.effect ? 'exigibility' and s.is_told`;

type PageRow = Totals & ({ [Name in keyof BoxLine]: BoxLine[Name] } | { readonly entry_id: null });

interface Totals {
  readonly all_lines: number;
  readonly all_amount: string;
}

/**
 * A page, with the number and sum of all lines. Lines are already counted per day, and only entries of the days on the
 * page are unnested, plus those of days with later recordings, for which the counts include more than the return.
 */
const pageStatement = statement(
  'lines-of-vat-box',
  { ...asked, shapes: texts, limit: bigint, offset: bigint },
  (_db, { shapes, limit, offset, ...given }) => {
    const { companyId, from, to, until, boxes, signs } = given;
    return fromRawSql(sql<PageRow>`
    with kept as materialized (
      select c.entry_date, coalesce(sum(c.lines_count) filter (where c.boxes = any (${shapes})), 0)::bigint as lines,
        max(c.last_recorded_at) > ${until} as is_later
      from read.vat_counts c where c.company_id = ${companyId} and c.entry_date between ${from} and ${to} group by 1),
    opened as materialized (
      select e.entry_date, count(*) as lines, sum(s.amount) as amount from ${selectCountedEffects(given)}
        and e.entry_date = any (array(select k.entry_date from kept k where k.is_later)) group by 1),
    days as (
      select entry_date, lines from kept where not is_later and lines > 0
      union all select entry_date, lines from opened),
    placed as materialized (
      select entry_date, lines, (sum(lines) over (order by entry_date) - lines)::bigint as earlier from days),
    totals as (
      select coalesce((select sum(lines) from placed), 0)::bigint as all_lines,
        (coalesce((select sum(b.amount * p.sign) from kept k
            join read.vat_boxes b on b.company_id = ${companyId} and b.entry_date = k.entry_date
            join unnest(${boxes}, ${signs}) p(box, sign) on p.box = b.box where not k.is_later), 0)
          + coalesce((select sum(amount) from opened), 0))::numeric(20,2) as all_amount),
    page as materialized (
      select e.id, e.entry_date, v.place, s.amount from ${selectCountedEffects(given)}
        and e.entry_date = any (array(select d.entry_date from placed d
          where d.earlier < ${offset} + ${limit} and d.earlier + d.lines > ${offset}))
      order by e.entry_date, e.id, v.place limit ${limit}
      offset ${offset} - (select min(d.earlier) from placed d where d.earlier + d.lines > ${offset}))
    select t.all_lines, t.all_amount, e.id as entry_id, e.entry_date, e.tax_point, e.number, e.reference,
      v.effect->>'vat_code' as vat_code, c.amount, (v.effect->>'base')::numeric(20,2) as base,
      -- On a purchase what was deducted and what was not; on a sale, and where only the tax owed is told, that.
      case when (v.effect->>'deductible')::numeric = 0 and (v.effect->>'non_deductible')::numeric = 0
        then (v.effect->>'due')::numeric(20,2)
        else ((v.effect->>'deductible')::numeric + (v.effect->>'non_deductible')::numeric)::numeric(20,2) end as tax,
      (select min(l.id) from read.entry_lines l where l.company_id = e.company_id and l.entry_id = e.id
        and l.vat_code_id = (v.effect->>'vat_code_id')::bigint) as line_id,
      j.code as journal_code, ${resolveThirdPartyId('e')} as third_party_id, p.name as third_party_name
    from totals t left join page c on true left join read.entries e on e.company_id = ${companyId} and e.id = c.id
      left join lateral (select e.vat -> (c.place - 1)::integer as effect) v on true
      left join read.journals j on j.company_id = e.company_id and j.id = e.journal_id
      ${joinMerges('e')}
      left join read.third_parties p on p.company_id = e.company_id and p.id = ${resolveThirdPartyId('e')}
    order by c.entry_date, c.id, c.place`);
  },
);

export interface BoxLines {
  readonly rows: readonly BoxLine[];
  readonly total: number;
  /** Total of all lines. */
  readonly amount: string;
}

export async function listBoxLines(
  pool: pg.Pool,
  companyId: number,
  { starts_on: from, ends_on: to, computed_at: until, parts }: BoxQuestion,
  page: number,
  perPage: number,
): Promise<BoxLines> {
  const days = { companyId, from, to };
  const shapes = (await shapesStatement.all(pool, days)).map(({ boxes }) => boxes);
  const rows = await pageStatement.all(pool, {
    ...days,
    until,
    boxes: [...parts.keys()],
    signs: [...parts.values()],
    shapes: shapes.filter((shape) => isCountedIn(shape, parts)),
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  const { all_lines: total, all_amount: amount } = rows[0]!;
  // A page without lines has a single row with the totals.
  return { rows: rows.flatMap((row) => (row.entry_id === null ? [] : [row])), total, amount };
}
