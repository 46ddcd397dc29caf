import type { PlainDate } from '../../domain/dates.ts';
import { coverageOf } from '../../domain/reports/span.ts';
import { columnsOf, SIDES } from '../../domain/reports/trial-balance.ts';
import {
  agedBalances,
  AGES,
  controlAccountIds,
  thirdPartySums,
  type ThirdPartyType,
} from '../../projections/reports/third-parties.ts';
import type { Row, TableDocument } from '../exports/document.ts';
import {
  columnsIn,
  dayTerm,
  periodTerm,
  reportDocument,
  totalRow,
  unlessZero,
  wordTerm,
  type ReportParties,
} from './document.ts';
import type { ReportScene } from './report.ts';
import { wordsIn } from './words.ts';

/** Balances of customers or suppliers as files. */

const PARTIES_AT_ONCE = 5_000;

export async function thirdPartyBalanceDocument(
  scene: ReportScene,
  type: ThirdPartyType,
  withZero: boolean,
  parties: ReportParties,
): Promise<TableDocument> {
  const { db, span, years, language, companyId, knownAt } = scene;
  const say = wordsIn(language);
  const title = `${type}_balance` as const;
  const coverage = coverageOf(years, span, { continuous: true });
  const accountIds = await controlAccountIds(db, companyId, type);
  async function* rows(): AsyncGenerator<Row> {
    for (let offset = 0; ; offset += PARTIES_AT_ONCE) {
      const requested = { type, accountIds, withZero, limit: PARTIES_AT_ONCE, offset };
      const { rows: found, total, totals } = await thirdPartySums(db, companyId, coverage, requested);
      for (const { code, name, opening, debit, credit } of found) {
        const columns = columnsOf(opening, debit, credit);
        yield { cells: [code, name, ...SIDES.map((side) => unlessZero(columns[side]))] };
      }
      if (offset + PARTIES_AT_ONCE < total) continue;
      if (total > 0) yield totalRow([null, wordTerm(say, 'total'), ...SIDES.map((side) => totals[side])]);
      return;
    }
  }
  const columns = columnsIn(say, [
    ['code', 'text', 13],
    ['name', 'text', 36],
    ...SIDES.map((side) => [side, 'amount', 16, 'sum'] as const),
  ]);
  return reportDocument(parties, {
    title,
    language,
    period: periodTerm(span, years, language),
    date: span.to,
    knownAt,
    isLandscape: true,
    tables: [{ key: title, title: say(title), columns, rows }],
  });
}

export function agedBalanceDocument(
  { db, language, companyId, knownAt }: ReportScene,
  type: ThirdPartyType,
  asOf: PlainDate,
  parties: ReportParties,
): Promise<TableDocument> {
  const say = wordsIn(language);
  const title = `${type}_aged` as const;
  async function* rows(): AsyncGenerator<Row> {
    for (let offset = 0; ; offset += PARTIES_AT_ONCE) {
      const { rows: found, total, totals } = await agedBalances(db, companyId, type, asOf, PARTIES_AT_ONCE, offset);
      for (const { id, code, name, total: open, ...ages } of found) {
        const who = id === null ? [null, wordTerm(say, 'without_third_party')] : [code, name];
        yield { cells: [...who, ...AGES.map((age) => unlessZero(ages[age])), open] };
      }
      if (offset + PARTIES_AT_ONCE < total) continue;
      if (total > 0) yield totalRow([null, wordTerm(say, 'total'), ...AGES.map((age) => totals[age]), totals.total]);
      return;
    }
  }
  const columns = columnsIn(say, [
    ['code', 'text', 13],
    ['name', 'text', 36],
    ...[...AGES, 'total' as const].map((age) => [age, 'amount', 16, 'sum'] as const),
  ]);
  return Promise.resolve(
    reportDocument(parties, {
      title,
      language,
      period: dayTerm(asOf, language),
      date: asOf,
      knownAt,
      isLandscape: true,
      tables: [{ key: title, title: say(title), columns, rows }],
    }),
  );
}
