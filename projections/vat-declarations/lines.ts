import { sql } from 'kysely';
import type pg from 'pg';
import { bigint, date, integers, texts, timestamp, type Placeholders } from '../support/parameters.ts';
import { byHand, statement } from '../support/statement.ts';
import { countsFor, joinMerges } from '../third-parties/merges.ts';

/** What a box of a return is made of, entry by entry and code by code. */
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
  /** What was recorded later is not in the return. */
  readonly computed_at: string;
  /** Boxes that entries fill, each with the sign that it counts with. */
  readonly parts: ReadonlyMap<string, 1 | -1>;
}

const asked = { companyId: bigint, from: date, to: date, until: timestamp, boxes: texts, signs: integers };

// Written out: the effects of a code are opened within the row, which the query builder has no words for. Entries that fill none of the
// boxes are told by what they contain, which takes a fraction of opening them.
const counted = ({ companyId, from, to, until, boxes, signs }: Placeholders<typeof asked>) => sql`
  read.entries e
  cross join lateral jsonb_array_elements(e.vat) with ordinality v(effect, place)
  cross join lateral (
    select sum((b->>'amount')::numeric * p.sign)::numeric(20,2) as amount
    from jsonb_array_elements(v.effect->'boxes') b join unnest(${boxes}, ${signs}) p(box, sign) on p.box = b->>'box') s
  where e.company_id = ${companyId} and e.entry_date between ${from} and ${to} and e.vat is not null
    and e.vat @> any (array(select jsonb_build_array(jsonb_build_object('boxes',
      jsonb_build_array(jsonb_build_object('box', filled.box)))) from unnest(${boxes}) filled(box)))
    and e.created_at <= ${until} and not v.effect ? 'exigibility' and s.amount <> 0`;

type PageRow = BoxLine & { readonly all_lines: number; readonly all_amount: string };

/** A page, with the number and the sum of all: one reading tells them. */
const pageStatement = statement(
  'lines-of-vat-box',
  { ...asked, limit: bigint, offset: bigint },
  (_db, { limit, offset, ...given }) =>
    byHand(sql<PageRow>`
    with page as (
      select e.id, e.entry_date, v.place, s.amount, (count(*) over ())::bigint as all_lines,
        (sum(s.amount) over ())::numeric(20,2) as all_amount
      from ${counted(given)} order by e.entry_date, e.id, v.place limit ${limit} offset ${offset})
    select e.id as entry_id, e.entry_date, e.tax_point, e.number, e.reference, v.effect->>'vat_code' as vat_code, c.amount,
      (v.effect->>'base')::numeric(20,2) as base,
      -- On a purchase what was deducted and what was not; on a sale, and where only the tax owed is told, that.
      case when (v.effect->>'deductible')::numeric = 0 and (v.effect->>'non_deductible')::numeric = 0
        then (v.effect->>'due')::numeric(20,2)
        else ((v.effect->>'deductible')::numeric + (v.effect->>'non_deductible')::numeric)::numeric(20,2) end as tax,
      (select min(l.id) from read.entry_lines l where l.entry_id = e.id
        and l.vat_code_id = (v.effect->>'vat_code_id')::bigint) as line_id,
      j.code as journal_code, ${countsFor('e')} as third_party_id, p.name as third_party_name, c.all_lines, c.all_amount
    from page c join read.entries e on e.id = c.id
      cross join lateral (select e.vat -> (c.place - 1)::integer as effect) v
      join read.journals j on j.id = e.journal_id
      ${joinMerges('e')}
      left join read.third_parties p on p.id = ${countsFor('e')}
    order by c.entry_date, c.id, c.place`),
);

/** For a page behind the last. */
const totalStatement = statement('total-of-vat-box', asked, (_db, given) =>
  byHand(sql<{ readonly total: number; readonly amount: string }>`
    select count(*) as total, coalesce(sum(s.amount), 0)::numeric(20,2) as amount from ${counted(given)}`),
);

export interface BoxLines {
  readonly rows: readonly BoxLine[];
  readonly total: number;
  /** Of all of them. */
  readonly amount: string;
}

export async function linesOfBox(
  pool: pg.Pool,
  companyId: number,
  { starts_on: from, ends_on: to, computed_at: until, parts }: BoxQuestion,
  page: number,
  perPage: number,
): Promise<BoxLines> {
  const given = { companyId, from, to, until, boxes: [...parts.keys()], signs: [...parts.values()] };
  const rows = await pageStatement.all(pool, { ...given, limit: perPage, offset: (page - 1) * perPage });
  const [first] = rows;
  if (first) return { rows, total: first.all_lines, amount: first.all_amount };
  return { rows, ...(await totalStatement.first(pool, given))! };
}
