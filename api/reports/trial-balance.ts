import { z } from 'zod';
import { coverageOf } from '../../domain/reports/span.ts';
import { trialBalance } from '../../domain/reports/trial-balance.ts';
import { accountSums, movementLayers, namingAccounts } from '../../projections/reports/account-sums.ts';
import { bool, integer } from '../http/fields.ts';
import { decimalString, timestamp } from '../http/output.ts';
import { route } from '../http/route.ts';
import {
  BalanceColumns,
  balanceOf,
  languageOf,
  ofInstant,
  presentAccount,
  presentColumns,
  presentPeriod,
  rangeQuery,
  report,
  ReportAccount,
  reportQuery,
  reportReply,
  periodAnswer,
  spanQuery,
} from './report.ts';

const MAX_LEVEL = 20;

const TrialBalance = z
  .object({
    ...periodAnswer,
    known_at: timestamp.nullable(),
    level: z.int().nullable(),
    provisional: z
      .boolean()
      .meta({ description: 'An earlier fiscal year is not closed yet: what stood before may still change.' }),
    rows: z.array(
      z.object({
        account: ReportAccount,
        ...BalanceColumns,
        balance: decimalString.meta({ description: 'Closing debit less closing credit.' }),
        provisional: z
          .boolean()
          .meta({ description: 'The result of earlier years that are not closed, on the account that will get it.' }),
      }),
    ),
    totals: z.object(BalanceColumns),
  })
  .meta({ id: 'TrialBalance' });

export const trialBalanceRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/trial-balance',
  summary: 'Trial balance: opening, movements and closing by account, or by the first digits of their numbers',
  query: z.object({
    ...reportQuery,
    ...spanQuery,
    ...rangeQuery,
    level: integer({ min: 1, max: MAX_LEVEL })
      .optional()
      .meta({ description: 'Digits of the number that make a group; absent: by account.' }),
    with_zero: bool().optional().meta({ description: 'Also accounts on which nothing stands.' }),
    without_closing: bool()
      .optional()
      .meta({ description: 'Without the entries that set income and expenses to zero at the end of a year.' }),
  }),
  replies: { 200: TrialBalance },
  handle(request) {
    const { query, company, knownAt = null } = request;
    const { level = null, with_zero: withZero = false, without_closing = false } = query;
    const language = languageOf(query, request.language);
    return ofInstant(request, query, async (db, span, years) => {
      const coverage = coverageOf(years, span);
      const options = { language, layers: movementLayers(without_closing), withZero };
      const sums = await accountSums(db, company.id, coverage, options);
      const isNamed = level !== null || coverage.isProvisional;
      const named = isNamed ? await namingAccounts(db, company.id, level ?? 0, language) : [];
      const { rows, totals } = trialBalance(sums, {
        ...query,
        level,
        withZero,
        headings: named,
        resultAccounts: named,
      });
      return reportReply(
        {
          ...presentPeriod(span, years),
          known_at: knownAt,
          level,
          provisional: coverage.isProvisional,
          rows: rows.map((row) => ({
            account: presentAccount(row, language),
            ...presentColumns(row.columns),
            balance: balanceOf(row.columns),
            provisional: row.isProvisional,
          })),
          totals: presentColumns(totals),
        },
        language,
      );
    });
  },
});
