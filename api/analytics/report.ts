import { z } from 'zod';
import { MAX_CODE } from '../../domain/analytics/code.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import {
  buildAnalyticReport,
  computeAnalyticBalance,
  type AnalyticReport,
  type ByAccount,
  type PeriodSums,
  type ReportedCode,
  type Sums,
} from '../../domain/reports/analytic.ts';
import { computeCoverage, type Coverage } from '../../domain/reports/span.ts';
import { isInRange, type NumberRange } from '../../domain/reports/trial-balance.ts';
import {
  loadAccountNames,
  loadAllocatedParts,
  listAnalyticLines,
  listAxes,
  listAxisCodes,
  type NamedAccount,
} from '../../projections/analytics/report.ts';
import { getMovementLayers } from '../../projections/reports/account-sums.ts';
import { readAccountParts } from '../../projections/reports/general-ledger.ts';
import { bool, id, pageQuery, text } from '../http/input/fields.ts';
import { decimalString, plainDate, recordId, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import {
  respondWithReport,
  periodAnswer,
  presentPeriod,
  rangeQuery,
  report,
  ReportAccount,
  reportQuery,
  spanQuery,
  type MadeReport,
  type ReportScene,
} from '../reports/report.ts';
import { buildAnalyticDocument } from './report-document.ts';

const amounts = {
  debit: decimalString,
  credit: decimalString,
  balance: decimalString.meta({ description: 'Debit minus credit.' }),
};
const PeriodAmounts = z.object({ from: plainDate, to: plainDate, ...amounts }).meta({ id: 'AnalyticPeriod' });
const sums = {
  ...amounts,
  periods: z.array(PeriodAmounts).meta({ description: 'By period, if `by_period` is set.' }),
};
const accounts = z
  .array(z.object({ account: ReportAccount, ...sums }).meta({ id: 'AnalyticAccount' }))
  .meta({ description: 'By account, ordered by account number.' });

export const AnalyticReportBody = z
  .object({
    ...periodAnswer,
    known_at: timestamp.nullable(),
    axis: z.string().nullable().meta({ description: 'The displayed axis; null if there are no codes.' }),
    axes: z.array(z.string()).meta({ description: 'All available axes.' }),
    rows: z
      .array(
        z.object({
          code_id: recordId,
          code: z.string(),
          label: z.string(),
          parent_id: recordId.nullable(),
          level: z.int().meta({ description: '0 for the root of the tree.' }),
          ...sums,
          accounts,
        }),
      )
      .meta({ description: 'Each code before its children, with the total of its subtree.' }),
    unallocated: z.object({ ...sums, accounts }).meta({
      description: 'Amounts without a code on this axis. Together with the root codes they add up to the totals.',
    }),
    totals: z.object(sums).meta({
      description: 'Movements of the trial balance for the same dates and accounts, without closing entries.',
    }),
    lines: z
      .object({
        data: z.array(
          z
            .object({
              entry_id: recordId,
              line_id: recordId,
              entry_date: plainDate,
              journal_code: z.string(),
              number: z.int(),
              reference: z.string().nullable(),
              label: z.string().nullable(),
              debit: decimalString,
              credit: decimalString,
            })
            .meta({ id: 'AnalyticLine' }),
        ),
        total: z.int(),
        current_page: z.int(),
        per_page: z.int(),
      })
      .nullable()
      .meta({
        description:
          'The lines of a code (including its children) on an account, if `code_id` and `account_id` are set.',
      }),
  })
  .meta({ id: 'AnalyticReport' });

type ReportBody = Pick<z.input<typeof AnalyticReportBody>, 'axis' | 'rows' | 'unallocated' | 'totals'>;

export const analyticReportRoute = route({
  ...report,
  area: 'analytics',
  path: '/v1/companies/{company}/reports/analytic',
  summary:
    'Movements by analytic code of an axis and by account, including unallocated amounts: together the trial balance. With a code and an account: their lines',
  query: z.object({
    ...reportQuery,
    ...spanQuery,
    ...rangeQuery,
    axis: text(MAX_CODE).optional().meta({ description: 'Default: the axis of the code, or the first axis by name.' }),
    code_id: id().optional().meta({ description: 'Only this code and its children.' }),
    account_id: id().optional().meta({ description: 'Only this account.' }),
    by_period: bool().optional().meta({ description: 'Break down by period.' }),
    ...pageQuery(),
  }),
  replies: { 200: AnalyticReportBody },
  handle: (request) => respondWithReport(request, (scene) => composeAnalyticReport(scene, request.query)),
});

export interface AnalyticQuery extends NumberRange {
  readonly axis?: string | undefined;
  readonly code_id?: number | undefined;
  readonly account_id?: number | undefined;
  readonly by_period?: boolean | undefined;
  readonly page: number;
  readonly per_page: number;
}

export async function composeAnalyticReport(scene: ReportScene, query: AnalyticQuery): Promise<MadeReport | Refusal> {
  const { db, companyId, span, years, knownAt } = scene;
  const { by_period: byPeriod = false } = query;
  const axes = await listAxes(db, companyId);
  const asked = await resolveCodes(scene, axes, query);
  if (isRefusal(asked)) return asked;
  const { axis, codes } = asked;
  const coverage = computeCoverage(years, span);
  const layers = getMovementLayers(true);
  const ids = codes.map((code) => code.id);
  // Sequential: all queries read the same snapshot over one connection.
  const parts = await loadAllocatedParts(db, companyId, { codeIds: ids, coverage, layers, byPeriod });
  const books = await readAccountParts(db, companyId, coverage, layers);
  const named = await resolveAccounts(scene, new Set(books.map(({ owner_id }) => owner_id)), query);
  if (isRefusal(named)) return named;
  const made = buildAnalyticReport(
    codes,
    parts.filter(({ account_id }) => named.has(account_id)),
    books
      .filter(({ owner_id }) => named.has(owner_id))
      .map(({ owner_id, first, debit, credit }) => ({
        account_id: owner_id,
        debit,
        credit,
        first: byPeriod ? first : null,
      })),
  );
  const body = {
    ...presentPeriod(span, years),
    known_at: knownAt,
    axis,
    axes,
    ...presentReport(made, query.code_id, named, new Map(books.map(({ first, last }) => [first, last]))),
    lines: await readRequestedLines(scene, codes, coverage, query),
  };
  const shownIds = new Set(body.rows.map(({ code_id }) => code_id));
  return {
    body,
    buildDocument: (parties) => buildAnalyticDocument(parties, scene, made, named, { axis, codeIds: shownIds }),
  };
}

/** The axis of the report with all its codes: sibling codes are needed to compute the unallocated amounts. */
async function resolveCodes(
  { db, companyId }: ReportScene,
  axes: readonly string[],
  { axis: requested, code_id }: AnalyticQuery,
): Promise<{ readonly axis: string | null; readonly codes: readonly ReportedCode[] } | Refusal> {
  if (requested !== undefined && !axes.includes(requested))
    return refuseInvalid([{ code: 'analytic_axis_unknown', field: 'axis' }]);
  const tried = requested === undefined ? (code_id === undefined ? axes.slice(0, 1) : axes) : [requested];
  for (const axis of tried) {
    const codes = await listAxisCodes(db, companyId, axis);
    if (code_id === undefined || codes.some((code) => code.id === code_id)) return { axis, codes };
  }
  return code_id === undefined
    ? { axis: null, codes: [] }
    : refuseInvalid([{ code: 'reference_unknown', field: 'code_id' }]);
}

type Named = ReadonlyMap<number, NamedAccount>;

/** The accounts of the report that have movements. */
async function resolveAccounts(
  { db, companyId, language }: ReportScene,
  booked: ReadonlySet<number>,
  { account_id, ...range }: AnalyticQuery,
): Promise<Named | Refusal> {
  const found = await loadAccountNames(db, companyId, account_id === undefined ? [...booked] : [account_id], language);
  if (account_id !== undefined && found.length === 0)
    return refuseInvalid([{ code: 'reference_unknown', field: 'account_id' }]);
  const within = found.filter(({ id: account, number }) => booked.has(account) && isInRange(number, range));
  return new Map(within.map((account) => [account.id, account]));
}

async function readRequestedLines(
  { db, companyId }: ReportScene,
  codes: readonly ReportedCode[],
  coverage: Coverage,
  { code_id, account_id, page, per_page: perPage }: AnalyticQuery,
) {
  if (code_id === undefined || account_id === undefined) return null;
  const asked = { codeIds: listWithDescendants(code_id, codes), accountId: account_id, page, perPage };
  const lines = await listAnalyticLines(db, companyId, asked, coverage, getMovementLayers(true));
  return {
    data: lines.map(({ total: _all, ...line }) => line),
    total: lines[0]?.total ?? 0,
    current_page: page,
    per_page: perPage,
  };
}

function listWithDescendants(codeId: number, codes: readonly ReportedCode[]): readonly number[] {
  const found = [codeId];
  for (const above of found) for (const { id: one, parent_id } of codes) if (parent_id === above) found.push(one);
  return found;
}

function presentReport(
  { rows, unallocated, total }: AnalyticReport,
  codeId: number | undefined,
  named: Named,
  lastDays: ReadonlyMap<string, string>,
): Omit<ReportBody, 'axis'> {
  const toAmounts = (sums: PeriodSums) => ({
    debit: sums.debit,
    credit: sums.credit,
    balance: computeAnalyticBalance(sums),
  });
  const presentSums = (sums: Sums) => ({
    ...toAmounts(sums),
    periods: [...sums.periods]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([from, of]) => ({ from, to: lastDays.get(from) ?? from, ...toAmounts(of) })),
  });
  const sortByNumber = (accounts: ByAccount) =>
    [...accounts]
      .map(([account, sums]) => ({ account: named.get(account)!, ...presentSums(sums) }))
      .sort((one, other) => (one.account.number < other.account.number ? -1 : 1));
  const start = codeId === undefined ? 0 : rows.findIndex(({ code }) => code.id === codeId);
  const top = rows[start]?.level ?? 0;
  const isOutsideSubtree = (place: number): boolean =>
    codeId !== undefined && place > start && rows[place]!.level <= top;
  const end = rows.findIndex((_, place) => isOutsideSubtree(place));
  const shown = start < 0 ? [] : rows.slice(start, end < 0 ? undefined : end);
  return {
    rows: shown.map(({ code, level, total: of, accounts }) => ({
      code_id: code.id,
      code: code.code,
      label: code.label,
      parent_id: code.parent_id,
      level,
      ...presentSums(of),
      accounts: sortByNumber(accounts),
    })),
    unallocated: { ...presentSums(unallocated.total), accounts: sortByNumber(unallocated.accounts) },
    totals: presentSums(total),
  };
}
