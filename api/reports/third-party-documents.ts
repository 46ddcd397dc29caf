import type { PlainDate } from '../../domain/dates.ts';
import { computeCoverage } from '../../domain/reports/span.ts';
import { buildColumns, SIDES } from '../../domain/reports/trial-balance.ts';
import {
  readAgedBalances,
  AGES,
  listControlAccountIds,
  pickAgesInCurrency,
  readThirdPartySums,
  type Ageing,
  type ThirdPartyType,
} from '../../projections/reports/third-parties.ts';
import type { Cell, Row, TableDocument } from '../exports/document.ts';
import {
  buildReportColumns,
  toDayTerm,
  toPeriodTerm,
  buildReportDocument,
  toTotalRow,
  blankIfZero,
  toWordTerm,
  type ReportParties,
} from './document.ts';
import type { ReportScene } from './report.ts';
import { wordsIn } from './words.ts';

/** Third-party balances as files. */

const PARTIES_AT_ONCE = 5_000;

export async function buildThirdPartyBalanceDocument(
  scene: ReportScene,
  type: ThirdPartyType,
  withZero: boolean,
  parties: ReportParties,
): Promise<TableDocument> {
  const { db, span, years, language, companyId, knownAt } = scene;
  const say = wordsIn(language);
  const title = `${type}_balance` as const;
  const coverage = computeCoverage(years, span, { continuous: true });
  const accountIds = await listControlAccountIds(db, companyId, type);
  async function* streamRows(): AsyncGenerator<Row> {
    for (let offset = 0; ; offset += PARTIES_AT_ONCE) {
      const requested = { type, accountIds, withZero, limit: PARTIES_AT_ONCE, offset };
      const { rows: found, total, totals } = await readThirdPartySums(db, companyId, coverage, requested);
      for (const { code, name, opening, debit, credit } of found) {
        const columns = buildColumns(opening, debit, credit);
        yield { cells: [code, name, ...SIDES.map((side) => blankIfZero(columns[side]))] };
      }
      if (offset + PARTIES_AT_ONCE < total) continue;
      if (total > 0) yield toTotalRow([null, toWordTerm(say, 'total'), ...SIDES.map((side) => totals[side])]);
      return;
    }
  }
  const columns = buildReportColumns(say, [
    ['code', 'text', 13],
    ['name', 'text', 36],
    ...SIDES.map((side) => [side, 'amount', 16, 'sum'] as const),
  ]);
  return buildReportDocument(parties, {
    title,
    language,
    period: toPeriodTerm(span, years, language),
    date: span.to,
    knownAt,
    isLandscape: true,
    tables: [{ key: title, title: say(title), columns, streamRows }],
  });
}

interface AgedRequest {
  readonly type: ThirdPartyType;
  readonly asOf: PlainDate;
  /** The amounts are in this currency, with their total in the currency of the company file. */
  readonly currency?: string | undefined;
}

export function buildAgedBalanceDocument(
  { db, language, companyId, knownAt }: ReportScene,
  { type, asOf, currency }: AgedRequest,
  parties: ReportParties,
): Promise<TableDocument> {
  const say = wordsIn(language);
  const title = `${type}_aged` as const;
  async function* streamRows(): AsyncGenerator<Row> {
    for (let offset = 0; ; offset += PARTIES_AT_ONCE) {
      const {
        rows: found,
        total,
        totals,
      } = await readAgedBalances(db, companyId, {
        type,
        asOf,
        currency,
        limit: PARTIES_AT_ONCE,
        offset,
      });
      const buildAmounts = (row: Ageing, isTotal: boolean): readonly Cell[] => {
        const shown = currency === undefined ? row : pickAgesInCurrency(row);
        const ages = AGES.map((age) => (isTotal ? shown[age] : blankIfZero(shown[age])));
        return [...ages, shown.total, ...(currency === undefined ? [] : [row.total])];
      };
      for (const row of found) {
        const who = row.id === null ? [null, toWordTerm(say, 'without_third_party')] : [row.code, row.name];
        yield { cells: [...who, ...buildAmounts(row, false)] };
      }
      if (offset + PARTIES_AT_ONCE < total) continue;
      if (total > 0) yield toTotalRow([null, toWordTerm(say, 'total'), ...buildAmounts(totals, true)]);
      return;
    }
  }
  const columns = buildReportColumns(say, [
    ['code', 'text', 13],
    ['name', 'text', 36],
    ...[...AGES, 'total' as const].map((age) => [age, 'amount', 16, 'sum'] as const),
  ]);
  const base = parties.row.currency;
  if (currency !== undefined)
    columns.push({ key: 'base_total', label: say('base_total', { currency: base }), kind: 'amount', width: 16 });
  return Promise.resolve(
    buildReportDocument(parties, {
      title,
      language,
      period: toDayTerm(asOf, language),
      date: asOf,
      knownAt,
      isLandscape: true,
      ...(currency !== undefined && {
        facts: [{ key: 'currency', label: say('currency'), kind: 'text', value: currency }],
      }),
      tables: [{ key: title, title: say(title), columns, streamRows }],
    }),
  );
}
