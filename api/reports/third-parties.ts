import { z } from 'zod';
import type { Queryable } from '../../database/snapshot.ts';
import { subtract } from '../../domain/money.ts';
import { coverageOf, type Coverage } from '../../domain/reports/span.ts';
import { accountRows, columnsOf, summed, type Columns } from '../../domain/reports/trial-balance.ts';
import { THIRD_PARTY_TYPES } from '../../domain/third-parties/third-party.ts';
import { accountSums, movementLayers } from '../../projections/reports/account-sums.ts';
import {
  agedBalances,
  AGES,
  controlAccountIds,
  thirdPartySums,
  type Age,
  type Ageing,
  type BalanceTotals,
} from '../../projections/reports/third-parties.ts';
import { bool, choice, date, pageQuery } from '../http/input/fields.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { pageOf, paginate } from '../http/reply/pagination.ts';
import { route } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';
import type { Language } from '../../domain/language.ts';
import { agedBalanceDocument, thirdPartyBalanceDocument } from './third-party-documents.ts';
import {
  answeredInPages,
  BalanceColumns,
  balanceOf,
  languageOf,
  periodAnswer,
  presentAccount,
  presentColumns,
  presentPeriod,
  report,
  ReportAccount,
  reportQuery,
  reportReply,
  spanQuery,
  type ReportScene,
} from './report.ts';

const PartyReference = z.object({ id: recordId, code: z.string(), name: z.string() }).meta({ id: 'ReportThirdParty' });
const typeQuery = { type: choice(THIRD_PARTY_TYPES) };
const TypeAnswer = z.enum(THIRD_PARTY_TYPES);

const ThirdPartyBalance = pageOf(z.object({ third_party: PartyReference, ...BalanceColumns, balance: decimalString }), {
  ...periodAnswer,
  type: TypeAnswer,
  totals: z.object(BalanceColumns).meta({ description: 'Of all pages.' }),
  reconciliation: z
    .object({
      accounts: z.array(z.object({ account: ReportAccount, ...BalanceColumns, balance: decimalString })),
      control_balance: decimalString,
      third_party_balance: decimalString,
      difference: decimalString.meta({
        description: 'What stands on the control accounts for nobody, or for third parties of the other type.',
      }),
    })
    .meta({ description: 'The control accounts, as the trial balance shows them, against the third parties.' }),
}).meta({ id: 'ThirdPartyBalanceReport' });

const ageing = Object.fromEntries([...AGES, 'total'].map((name) => [name, decimalString])) as Record<
  Age | 'total',
  typeof decimalString
>;

const AgedBalance = pageOf(
  z.object({
    third_party: PartyReference.nullable().meta({ description: 'Null: items on control accounts that name nobody.' }),
    ...ageing,
  }),
  {
    type: TypeAnswer,
    as_of: plainDate,
    totals: z.object(ageing).meta({ description: 'Of all pages.' }),
  },
).meta({ id: 'AgedBalanceReport' });

const thirdPartyBalanceRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/third-party-balance',
  summary: 'Balance of customers or suppliers: opening, movements and closing of each, against the control accounts',
  query: z.object({
    ...reportQuery,
    ...typeQuery,
    ...spanQuery,
    with_zero: bool().optional().meta({ description: 'Also third parties for whom nothing was posted.' }),
    ...pageQuery(),
  }),
  example: { query: { type: 'customer' } },
  replies: { 200: ThirdPartyBalance },
  handle(request) {
    const { query, company, pathUrl } = request;
    const { type, page, per_page: perPage, with_zero: withZero = false } = query;
    const language = languageOf(query, request.language);
    const onePage = async ({ db, span, years }: ReportScene) => {
      const coverage = coverageOf(years, span, { continuous: true });
      const accountIds = await controlAccountIds(db, company.id, type);
      const requested = { type, accountIds, withZero, limit: perPage, offset: (page - 1) * perPage };
      const { rows, total, totals } = await thirdPartySums(db, company.id, coverage, requested);
      const data = rows.map(({ id, code, name, opening, debit, credit }) => {
        const columns = columnsOf(opening, debit, credit);
        return { third_party: { id, code, name }, ...presentColumns(columns), balance: balanceOf(columns) };
      });
      return reportReply(
        {
          ...paginate({ rows: data, total, page, perPage, pathUrl, language }),
          ...presentPeriod(span, years),
          type,
          totals,
          reconciliation: await reconciled(db, company.id, coverage, new Set(accountIds), totals, language),
        },
        language,
      );
    };
    return answeredInPages(request, onePage, (scene, parties) =>
      thirdPartyBalanceDocument(scene, type, withZero, parties),
    );
  },
});

async function reconciled(
  db: Queryable,
  companyId: number,
  coverage: Coverage,
  controls: ReadonlySet<number>,
  totals: BalanceTotals,
  language: Language,
) {
  const sums = await accountSums(db, companyId, coverage, { language, layers: movementLayers(false) });
  const rows = accountRows(
    sums.filter(({ id }) => controls.has(id)),
    [],
  ).filter(({ isProvisional }) => !isProvisional);
  const control = balanceOf(summed(rows.map(({ columns }) => columns)));
  const listed = subtract(totals.closing_debit, totals.closing_credit);
  const present = (columns: Columns) => ({ ...presentColumns(columns), balance: balanceOf(columns) });
  return {
    accounts: rows.map((row) => ({ account: presentAccount(row, language), ...present(row.columns) })),
    control_balance: control,
    third_party_balance: listed,
    difference: subtract(control, listed),
  };
}

const agedBalanceRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/aged-balance',
  summary: 'Open items of customers or suppliers by third party and by how many days they are late',
  query: z.object({
    ...reportQuery,
    ...typeQuery,
    as_of: date()
      .optional()
      .meta({ description: 'The day on which items are open or late, by the dates of entries; absent: today.' }),
    ...pageQuery(),
  }),
  example: { query: { type: 'supplier' } },
  replies: { 200: AgedBalance },
  handle(request) {
    const { query, company, pathUrl } = request;
    const { type, page, per_page: perPage, as_of: asOf = todayOfTheBooks() } = query;
    const language = languageOf(query, request.language);
    const onePage = async ({ db }: ReportScene) => {
      const { rows, total, totals } = await agedBalances(db, company.id, type, asOf, perPage, (page - 1) * perPage);
      const data = rows.map(({ id, code, name, ...row }) => ({
        third_party: id === null ? null : { id, code, name },
        ...agesOf(row),
      }));
      return reportReply(
        { ...paginate({ rows: data, total, page, perPage, pathUrl, language }), type, as_of: asOf, totals },
        language,
      );
    };
    return answeredInPages(request, onePage, (scene, parties) => agedBalanceDocument(scene, type, asOf, parties));
  },
});

const agesOf = (row: Ageing) => Object.fromEntries([...AGES, 'total' as const].map((name) => [name, row[name]]));

export const thirdPartyReportRoutes = [thirdPartyBalanceRoute, agedBalanceRoute];
