import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import type { AllocatedPart, ReportedCode } from '../../domain/reports/analytic.ts';
import type { Coverage } from '../../domain/reports/span.ts';
import { toDayArrays, toPeriodArrays } from '../reports/spans.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, dates, nullable, oneOf, shape, someOf, text } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/** Data of analytic reports: sums stored by the projector, and lines of a single code and account. */

const axesStatement = statement('analytic-axes', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.analytic_codes')
    .select('axis')
    .distinct()
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('axis'),
);

export const listAxes = async (db: Queryable, companyId: number): Promise<string[]> =>
  (await axesStatement.all(db, { companyId })).map(({ axis }) => axis);

const codesStatement = statement('codes-of-axis', { companyId: bigint, axis: text }, (db, { companyId, axis }) =>
  db
    .selectFrom('read.analytic_codes')
    .select(['id', 'code', 'label', 'parent_id'])
    .where('company_id', '=', companyId)
    .where('axis', '=', axis),
);

/** Including trashed codes, because lines of earlier moments may refer to them. */
export const listAxisCodes = (db: Queryable, companyId: number, axis: string): Promise<ReportedCode[]> =>
  codesStatement.all(db, { companyId, axis });

/**
 * Whole periods come from the stored sums; for partial periods, the moves of the entries are summed. Hand-written SQL to
 * fix the plan: entries are found by date, and their moves by entry. Exported for the benchmark.
 */
export const partsStatement = statement(
  'analytic-parts',
  {
    companyId: bigint,
    codeIds: bigints,
    layers: someOf<Layer>(),
    openedOn: nullable(date),
    periodIds: bigints,
    periodFirsts: dates,
    dayFirsts: dates,
    dayLasts: dates,
    byPeriod: shape<boolean>(),
  },
  (_db, { companyId, codeIds, layers, openedOn, periodIds, periodFirsts, dayFirsts, dayLasts, byPeriod }) => {
    const first = byPeriod ? sql`parts.first` : sql`null::date`;
    return fromRawSql(sql<AllocatedPart>`
      select code_id, account_id, ${first} as first, sum(debit) as debit, sum(credit) as credit from (
        select b.code_id, b.account_id, p.first, b.debit, b.credit, b.lines_count
        from read.analytic_balances b join unnest(${periodIds}, ${periodFirsts}) as p(id, first) on p.id = b.period_id
        where b.company_id = ${companyId} and b.code_id = ${anyOf(codeIds)} and b.layer = ${anyOf(layers)}
          and not (b.layer = 'awaiting' and p.first is not distinct from ${openedOn})
        union all
        select m.code_id, m.account_id, days.first, m.debit, m.credit, sign(m.place)
        from unnest(${dayFirsts}, ${dayLasts}) as days(first, last)
        join read.entries e on e.company_id = ${companyId} and e.entry_date between days.first and days.last
        join read.analytic_moves m on m.company_id = e.company_id and m.entry_id = e.id
        where m.code_id = ${anyOf(codeIds)} and m.layer = ${anyOf(layers)}
          and not (m.layer = 'awaiting' and e.entry_date is not distinct from ${openedOn})
      ) as parts
      group by code_id, account_id ${byPeriod ? sql`, parts.first` : sql``}
      having sum(lines_count) <> 0 or sum(debit) <> 0 or sum(credit) <> 0`);
  },
);

export interface PartsRequest {
  readonly codeIds: readonly number[];
  readonly coverage: Coverage;
  readonly layers: readonly Layer[];
  readonly byPeriod: boolean;
}

export async function loadAllocatedParts(
  db: Queryable,
  companyId: number,
  { codeIds, coverage, layers, byPeriod }: PartsRequest,
): Promise<readonly AllocatedPart[]> {
  const { inside, partial, from, openedOn } = coverage;
  if (codeIds.length === 0) return [];
  const [periodIds, periodFirsts] = toPeriodArrays(inside);
  const [dayFirsts, dayLasts] = toDayArrays(partial, from);
  const given = { companyId, codeIds, layers, openedOn, periodIds, periodFirsts, dayFirsts, dayLasts, byPeriod };
  return partsStatement.all(db, given);
}

const namesStatement = statement(
  'accounts-of-report',
  { companyId: bigint, ids: bigints, language: oneOf<Language>() },
  (db, { companyId, ids, language }) =>
    db
      .selectFrom('read.accounts')
      .select(['id', 'number', sql<string>`coalesce(labels ->> ${language}, label)`.as('label')])
      .where('company_id', '=', companyId)
      .where('id', '=', anyOf(ids)),
);

export interface NamedAccount {
  readonly id: number;
  readonly number: string;
  readonly label: string;
}

export const loadAccountNames = (
  db: Queryable,
  companyId: number,
  ids: readonly number[],
  language: Language,
): Promise<NamedAccount[]> => namesStatement.all(db, { companyId, ids, language });

const ofLines = {
  companyId: bigint,
  codeIds: bigints,
  accountId: bigint,
  from: date,
  to: date,
  layers: someOf<Layer>(),
  openedOn: nullable(date),
};

/** Each line appears once, whatever corrections it has had, with its current amount for the codes. */
const linesStatement = statement(
  'analytic-lines',
  { ...ofLines, offset: bigint, limit: bigint },
  (_db, { companyId, codeIds, accountId, from, to, layers, openedOn, offset, limit }) =>
    fromRawSql(sql<AnalyticLine>`
      with told as (
        select entry_id, line_number, entry_date, sum(debit) as debit, sum(credit) as credit
        from read.analytic_moves
        where company_id = ${companyId} and code_id = ${anyOf(codeIds)} and account_id = ${accountId}
          and entry_date between ${from} and ${to} and layer = ${anyOf(layers)}
          and not (layer = 'awaiting' and entry_date is not distinct from ${openedOn})
        group by entry_id, line_number, entry_date
        having sum(sign(place)) <> 0),
      page as (
        select told.*, (count(*) over ())::bigint as total from told
        order by entry_date, entry_id, line_number offset ${offset} limit ${limit})
      select p.total, p.entry_id, l.id as line_id, p.entry_date, j.code as journal_code, e.number, e.reference,
        coalesce(l.label, e.label) as label, p.debit, p.credit
      from page p join read.entries e on e.company_id = ${companyId} and e.id = p.entry_id join read.journals j on j.company_id = e.company_id and j.id = e.journal_id
      join read.entry_lines l on l.company_id = e.company_id and l.entry_id = p.entry_id and l.line_number = p.line_number
      order by p.entry_date, p.entry_id, p.line_number`),
);

export interface AnalyticLine {
  readonly total: number;
  readonly entry_id: number;
  readonly line_id: number;
  readonly entry_date: string;
  readonly journal_code: string;
  readonly number: number;
  readonly reference: string | null;
  readonly label: string | null;
  readonly debit: string;
  readonly credit: string;
}

export interface LinesAsked {
  readonly codeIds: readonly number[];
  readonly accountId: number;
  readonly page: number;
  readonly perPage: number;
}

export const listAnalyticLines = (
  db: Queryable,
  companyId: number,
  { codeIds, accountId, page, perPage }: LinesAsked,
  { from, to, openedOn }: Coverage,
  layers: readonly Layer[],
): Promise<AnalyticLine[]> =>
  linesStatement.all(db, {
    companyId,
    codeIds,
    accountId,
    from,
    to,
    layers,
    openedOn,
    offset: (page - 1) * perPage,
    limit: perPage,
  });
