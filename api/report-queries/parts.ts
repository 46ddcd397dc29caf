import { createChart } from '../../domain/budgets/chart.ts';
import { findRubricOfAccount } from '../../domain/country-packs/annual-accounts.ts';
import { addMonths, type PlainDate } from '../../domain/dates.ts';
import { add, subtract, sum, ZERO, type SignedAmount } from '../../domain/money.ts';
import { listBudgetedAmounts, toSides } from '../../domain/report-queries/budget-parts.ts';
import { toTimeKey, type QueryDays } from '../../domain/report-queries/days.ts';
import { includesAccount, type Dimension } from '../../domain/report-queries/query.ts';
import type { Part } from '../../domain/report-queries/table.ts';
import type { Span } from '../../domain/reports/span.ts';
import { findResultAccount, isIncomeOrExpense } from '../../domain/reports/trial-balance.ts';
import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import type { SumRow } from '../../projections/report-queries/kept-sums.ts';
import type { QueryName } from '../../projections/report-queries/names.ts';
import type { ShownBudget } from '../budgets/labelled.ts';
import type { ResolvedQuery } from './resolve.ts';

/** Turns sums and budgets into the groups that a query shows: ids become codes, and days become months. */

/** Facts of one group, in the words of the query. */
interface Facts {
  readonly number: string | null;
  readonly journalId: number | null;
  readonly thirdPartyId: number | null;
  readonly vatCodeId: number | null;
  readonly codeId: number | null;
  readonly day: PlainDate | null;
  readonly debit: SignedAmount;
  readonly credit: SignedAmount;
  readonly count: number;
}

export interface PartsScene {
  readonly resolved: ResolvedQuery;
  readonly years: readonly FiscalYearRow[];
  readonly parties: readonly QueryName[];
}

/** `months` moves compared days to those that they are compared with. */
export function buildParts(
  scene: PartsScene,
  rows: readonly SumRow[],
  days: QueryDays,
  months: number,
): Iterable<Part> {
  const { resolved, years } = scene;
  const byId = new Map(resolved.accounts.map((account) => [account.id, account]));
  const periods = new Map(years.flatMap((year) => year.periods.map((period) => [period.id, period.starts_on])));
  const findDay = ({ period_id, part }: SumRow): PlainDate | null => {
    const day = period_id === null ? days.starts[(part ?? 0) - 1] : periods.get(period_id);
    return day ?? null;
  };
  const { openedOn } = days;
  const isEarlierResult = (row: SumRow): boolean => {
    const account = byId.get(row.account_id ?? 0);
    if (openedOn === null || !account || !isIncomeOrExpense(account)) return false;
    return row.is_before || (row.period_id !== null && (findDay(row) ?? openedOn) < openedOn);
  };
  const earlier = new Set(rows.filter(isEarlierResult));
  const result = sum([...earlier].map(({ debit, credit }) => subtract(debit, credit)));
  const living = resolved.accounts.filter(({ deleted_at }) => deleted_at === null);
  const taking = earlier.size === 0 ? null : findResultAccount(result, living);
  const facts = rows.map((row): Facts => {
    const day = findDay(row);
    return {
      number: earlier.has(row) ? (taking?.number ?? null) : (byId.get(row.account_id ?? 0)?.number ?? null),
      journalId: row.journal_id,
      thirdPartyId: row.third_party_id,
      vatCodeId: row.vat_code_id,
      codeId: row.code_id,
      day: day === null ? null : addMonths(day, months),
      debit: row.debit,
      credit: row.credit,
      count: row.lines_count,
    };
  });
  const spans = resolved.query.accounts;
  return toParts(scene, openedOn === null ? facts : facts.filter(({ number }) => includesAccount(spans, number ?? '')));
}

/** The amounts of a budget as groups of the same query. */
export function buildBudgetParts(
  scene: PartsScene,
  budget: ShownBudget,
  year: FiscalYearRow,
  span: Span,
): Iterable<Part> {
  const { resolved } = scene;
  const { codes, codeIds, axis, accounts, query } = resolved;
  const chart = createChart(accounts.filter(({ deleted_at }) => deleted_at === null));
  const ofBudget = codes.find(({ id }) => budget.lines.some((line) => line.analytic_code_id === id))?.axis;
  const amounts = listBudgetedAmounts(query, {
    lines: budget.lines,
    year,
    span,
    findType: (account) => chart.findType(account),
    codeIds: codeIds ? new Set(codeIds) : null,
    isByCode: axis !== undefined && axis === ofBudget,
  });
  return toParts(
    scene,
    amounts.map(({ account, codeId, day, balance }) => ({
      number: account,
      journalId: null,
      thirdPartyId: null,
      vatCodeId: null,
      codeId,
      day,
      ...toSides(balance),
      count: 0,
    })),
  );
}

/** One by one, because there may be many. */
function* toParts(scene: PartsScene, facts: readonly Facts[]): Generator<Part> {
  const readers = scene.resolved.query.by.map((dimension) => createReader(scene, dimension, facts));
  for (const one of facts) {
    const { debit, credit, count } = one;
    yield { key: readers.map((read) => read(one)), debit, credit, count };
  }
}

type Reader = (facts: Facts) => string | null;

function createReader({ resolved, years, parties }: PartsScene, dimension: Dimension, all: readonly Facts[]): Reader {
  switch (dimension.kind) {
    case 'account':
      return ({ number }) => number;
    case 'account_prefix':
      return ({ number }) => number?.slice(0, dimension.digits) ?? null;
    case 'rubric':
      return createRubricReader(resolved, all);
    case 'journal':
      return createCodeReader(resolved.journals, ({ journalId }) => journalId);
    case 'third_party':
      return createCodeReader(parties, ({ thirdPartyId }) => thirdPartyId);
    case 'vat_code':
      return createCodeReader(resolved.vatCodes, ({ vatCodeId }) => vatCodeId);
    case 'analytic':
      return createCodeReader(resolved.codes, ({ codeId }) => codeId);
    case 'month':
    case 'quarter':
    case 'fiscal_year':
      return ({ day }) => (day === null ? null : toTimeKey(dimension.kind, day, years));
  }
}

function createCodeReader(names: readonly QueryName[], pickId: (facts: Facts) => number | null): Reader {
  const codes = new Map(names.map(({ id, code }) => [id, code]));
  return (facts) => codes.get(pickId(facts) ?? 0) ?? null;
}

/** The rubric of an account may depend on the side of its whole balance. */
function createRubricReader({ model }: ResolvedQuery, all: readonly Facts[]): Reader {
  const balances = new Map<string, SignedAmount>();
  for (const { number, debit, credit } of all)
    if (number !== null) balances.set(number, add(balances.get(number) ?? ZERO, subtract(debit, credit)));
  const rubrics = new Map(
    [...balances].map(([number, balance]) => [
      number,
      (model && findRubricOfAccount(model, number, balance)?.code) ?? null,
    ]),
  );
  return ({ number }) => rubrics.get(number ?? '') ?? null;
}
