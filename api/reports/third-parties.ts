import { z } from 'zod';
import type { Queryable } from '../../database/snapshot.ts';
import { subtract } from '../../domain/money.ts';
import { computeCoverage, type Coverage } from '../../domain/reports/span.ts';
import { buildAccountRows, buildColumns, sumColumns, type Columns } from '../../domain/reports/trial-balance.ts';
import { THIRD_PARTY_TYPES } from '../../domain/third-parties/third-party.ts';
import { readAccountSums, getMovementLayers } from '../../projections/reports/account-sums.ts';
import {
  readAgedBalances,
  AGES,
  listControlAccountIds,
  pickAgesInCurrency,
  readThirdPartySums,
  type Age,
  type Ageing,
  type BalanceTotals,
} from '../../projections/reports/third-parties.ts';
import { bool, choice, date, pageQuery } from '../http/input/fields.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import type { Language } from '../../domain/language.ts';
import { currencyQuery } from './in-currency.ts';
import { buildAgedBalanceDocument, buildThirdPartyBalanceDocument } from './third-party-documents.ts';
import {
  respondWithPagedReport,
  BalanceColumns,
  computeClosingBalance,
  resolveReportLanguage,
  periodAnswer,
  presentAccount,
  presentColumns,
  presentPeriod,
  report,
  ReportAccount,
  reportQuery,
  buildReportReply,
  spanQuery,
  type ReportScene,
} from './report.ts';

const PartyReference = z.object({ id: recordId, code: z.string(), name: z.string() }).meta({ id: 'ReportThirdParty' });
const typeQuery = { type: choice(THIRD_PARTY_TYPES) };
const TypeAnswer = z.enum(THIRD_PARTY_TYPES);

const ThirdPartyBalance = pageSchema(
  z.object({ third_party: PartyReference, ...BalanceColumns, balance: decimalString }),
  {
    ...periodAnswer,
    type: TypeAnswer,
    totals: z.object(BalanceColumns).meta({ description: 'Totals over all pages.' }),
    reconciliation: z
      .object({
        accounts: z.array(z.object({ account: ReportAccount, ...BalanceColumns, balance: decimalString })),
        control_balance: decimalString,
        third_party_balance: decimalString,
        difference: decimalString.meta({
          description:
            'Amounts on the control accounts without a third party, or with third parties of the other type.',
        }),
      })
      .meta({ description: 'Reconciles the control accounts of the trial balance with the third parties.' }),
  },
).meta({ id: 'ThirdPartyBalanceReport' });

const ageing = Object.fromEntries([...AGES, 'total'].map((name) => [name, decimalString])) as Record<
  Age | 'total',
  typeof decimalString
>;

const AgeingInCurrency = z
  .object(ageing)
  .meta({ id: 'AgeingInCurrency' })
  .nullable()
  .meta({ description: 'The same amounts in the currency asked for; null without one.' });

const AgedBalance = pageSchema(
  z.object({
    third_party: PartyReference.nullable().meta({
      description: 'Null for items on control accounts without a third party.',
    }),
    ...ageing,
    in_currency: AgeingInCurrency,
  }),
  {
    type: TypeAnswer,
    as_of: plainDate,
    currency: z.string().nullable().meta({ description: 'The currency asked for.' }),
    totals: z.object(ageing).meta({ description: 'Totals over all pages.' }),
    totals_in_currency: AgeingInCurrency,
  },
).meta({ id: 'AgedBalanceReport' });

const thirdPartyBalanceRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/third-party-balance',
  operationId: 'getThirdPartyBalanceReport',
  summary:
    'Get the balance of customers or suppliers: opening, movements and closing of each, reconciled with the control accounts',
  query: z.object({
    ...reportQuery,
    ...typeQuery,
    ...spanQuery,
    with_zero: bool().optional().meta({ description: 'Include third parties without postings.' }),
    ...pageQuery(),
  }),
  example: { query: { type: 'customer' } },
  replies: { 200: ThirdPartyBalance },
  handle(request) {
    const { query, company, pathUrl } = request;
    const { type, page, per_page: perPage, with_zero: withZero = false } = query;
    const language = resolveReportLanguage(query, request.language);
    const respondWithPage = async ({ db, span, years }: ReportScene) => {
      const coverage = computeCoverage(years, span, { continuous: true });
      const accountIds = await listControlAccountIds(db, company.id, type);
      const requested = { type, accountIds, withZero, limit: perPage, offset: (page - 1) * perPage };
      const { rows, total, totals } = await readThirdPartySums(db, company.id, coverage, requested);
      const data = rows.map(({ id, code, name, opening, debit, credit }) => {
        const columns = buildColumns(opening, debit, credit);
        return { third_party: { id, code, name }, ...presentColumns(columns), balance: computeClosingBalance(columns) };
      });
      return buildReportReply(
        {
          ...paginate({ rows: data, total, page, perPage, pathUrl, language }),
          ...presentPeriod(span, years),
          type,
          totals,
          reconciliation: await reconcileControlAccounts(db, company.id, {
            coverage,
            controls: new Set(accountIds),
            totals,
            language,
          }),
        },
        language,
      );
    };
    return respondWithPagedReport(request, respondWithPage, (scene, parties) =>
      buildThirdPartyBalanceDocument(scene, type, withZero, parties),
    );
  },
});

interface Reconciled {
  readonly coverage: Coverage;
  readonly controls: ReadonlySet<number>;
  readonly totals: BalanceTotals;
  readonly language: Language;
}

async function reconcileControlAccounts(
  db: Queryable,
  companyId: number,
  { coverage, controls, totals, language }: Reconciled,
) {
  const sums = await readAccountSums(db, companyId, coverage, { language, layers: getMovementLayers(false) });
  const rows = buildAccountRows(
    sums.filter(({ id }) => controls.has(id)),
    [],
  ).filter(({ isProvisional }) => !isProvisional);
  const control = computeClosingBalance(sumColumns(rows.map(({ columns }) => columns)));
  const listed = subtract(totals.closing_debit, totals.closing_credit);
  const presentBalance = (columns: Columns) => ({
    ...presentColumns(columns),
    balance: computeClosingBalance(columns),
  });
  return {
    accounts: rows.map((row) => ({ account: presentAccount(row, language), ...presentBalance(row.columns) })),
    control_balance: control,
    third_party_balance: listed,
    difference: subtract(control, listed),
  };
}

const agedBalanceRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/aged-balance',
  summary: 'Get the aged balance: open items of customers or suppliers by third party and days overdue',
  query: z.object({
    ...reportQuery,
    ...typeQuery,
    as_of: date()
      .optional()
      .meta({ description: 'Date at which items are open or overdue, by entry date; by default today.' }),
    ...currencyQuery,
    ...pageQuery(),
  }),
  example: { query: { type: 'supplier' } },
  replies: { 200: AgedBalance },
  handle(request) {
    const { query, company, pathUrl } = request;
    const { type, page, per_page: perPage, as_of: asOf = getBookToday(), currency } = query;
    const language = resolveReportLanguage(query, request.language);
    const respondWithPage = async ({ db }: ReportScene) => {
      const { rows, total, totals } = await readAgedBalances(db, company.id, {
        type,
        asOf,
        currency,
        limit: perPage,
        offset: (page - 1) * perPage,
      });
      const data = rows.map(({ id, code, name, ...row }) => ({
        third_party: id === null ? null : { id, code, name },
        ...pickAges(row),
        in_currency: currency === undefined ? null : pickAgesInCurrency(row),
      }));
      return buildReportReply(
        {
          ...paginate({ rows: data, total, page, perPage, pathUrl, language }),
          type,
          as_of: asOf,
          currency: currency ?? null,
          totals: pickAges(totals),
          totals_in_currency: currency === undefined ? null : pickAgesInCurrency(totals),
        },
        language,
      );
    };
    return respondWithPagedReport(request, respondWithPage, (scene, parties) =>
      buildAgedBalanceDocument(scene, { type, asOf, currency }, parties),
    );
  },
});

const pickAges = (row: Ageing) => Object.fromEntries([...AGES, 'total' as const].map((name) => [name, row[name]]));

export const thirdPartyReportRoutes = [thirdPartyBalanceRoute, agedBalanceRoute];
