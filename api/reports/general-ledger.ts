import { z } from 'zod';
import type { Queryable } from '../../database/snapshot.ts';
import { add, subtract, type SignedAmount } from '../../domain/money.ts';
import { locateGroupedPage, type GroupedPage } from '../../domain/reports/pages.ts';
import { sumColumns } from '../../domain/reports/trial-balance.ts';
import { computeLeadingBalance, readWindowMovements, type Counted } from '../../projections/reports/general-ledger.ts';
import { bool, pageQuery } from '../http/input/fields.ts';
import { decimalString } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { route } from '../http/routing/route.ts';
import { Movement, presentMovement } from '../ledger/movements.ts';
import { buildGeneralLedgerDocument } from './general-ledger-document.ts';
import { readLedgerSections, computeOpeningBalance, type Section } from './ledger-sections.ts';
import {
  respondWithPagedReport,
  BalanceColumns,
  computeClosingBalance,
  resolveReportLanguage,
  presentAccount,
  presentColumns,
  presentPeriod,
  rangeQuery,
  report,
  ReportAccount,
  reportQuery,
  buildReportReply,
  periodAnswer,
  spanQuery,
  type ReportScene,
} from './report.ts';

const AccountSection = z
  .object({
    account: ReportAccount,
    opening_balance: decimalString,
    brought_forward: decimalString.meta({ description: 'Balance before the first movement on this page.' }),
    total_debit: decimalString,
    total_credit: decimalString,
    closing_balance: decimalString,
    movements_count: z.int(),
    provisional: z.boolean(),
  })
  .meta({ id: 'GeneralLedgerAccount' });

const GeneralLedger = pageSchema(Movement, {
  ...periodAnswer,
  provisional: z.boolean(),
  accounts: z.array(AccountSection).meta({ description: 'Accounts of this page, with their totals over all pages.' }),
  totals: z.object(BalanceColumns).meta({ description: 'Totals over all pages, as in the trial balance.' }),
}).meta({ id: 'GeneralLedger' });

export const generalLedgerRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/general-ledger',
  summary: 'Get the general ledger: movements by account with a running balance, and opening and closing balances',
  query: z.object({
    ...reportQuery,
    ...spanQuery,
    ...rangeQuery,
    without_closing: bool().optional(),
    ...pageQuery(),
  }),
  replies: { 200: GeneralLedger },
  handle(request) {
    const { query, company, pathUrl } = request;
    const { page, per_page: perPage } = query;
    const language = resolveReportLanguage(query, request.language);
    const respondWithPage = async (scene: ReportScene) => {
      const { db, span, years } = scene;
      const { coverage, counted, sections } = await readLedgerSections(scene, query);
      const found = locateGroupedPage(sections, (page - 1) * perPage, perPage);
      const shown = found.owners.map((index) => sections[index]!);
      const running = await computeBroughtForward(db, company.id, found, sections, counted);
      const rows = await readWindowMovements(db, company.id, found.windows, counted, {
        skip: found.skip,
        limit: perPage,
      });
      const forward = new Map(running);
      const data = rows.map((row) => {
        const balance = subtract(add(running.get(row.account_id)!, row.debit), row.credit);
        running.set(row.account_id, balance);
        return { ...presentMovement(row, language), balance };
      });
      return buildReportReply(
        {
          ...paginate({ rows: data, total: found.total, page, perPage, pathUrl, language }),
          ...presentPeriod(span, years),
          provisional: coverage.isProvisional,
          accounts: shown.map((section) => ({
            account: presentAccount(section, language),
            opening_balance: computeOpeningBalance(section),
            brought_forward: forward.get(section.id) ?? computeOpeningBalance(section),
            total_debit: section.columns.period_debit,
            total_credit: section.columns.period_credit,
            closing_balance: computeClosingBalance(section.columns),
            movements_count: section.parts.reduce((count, part) => count + part.count, 0),
            provisional: section.isProvisional,
          })),
          totals: presentColumns(sumColumns(sections.map(({ columns }) => columns))),
        },
        language,
      );
    };
    return respondWithPagedReport(request, respondWithPage, (scene, parties) =>
      buildGeneralLedgerDocument(scene, query, parties),
    );
  },
});

/** Balance of each account of the page before its first movement on the page. */
async function computeBroughtForward(
  db: Queryable,
  companyId: number,
  { owners, windows, skip, partsBefore }: GroupedPage,
  sections: readonly Section[],
  counted: Counted,
): Promise<Map<number, SignedAmount>> {
  const balances = new Map(owners.map((index) => [sections[index]!.id, computeOpeningBalance(sections[index]!)]));
  const [first] = windows;
  if (!first) return balances;
  const { parts } = sections.find(({ id }) => id === first.id)!;
  let balance = balances.get(first.id)!;
  for (const { debit, credit } of parts.slice(0, partsBefore)) balance = subtract(add(balance, debit), credit);
  if (skip > 0) balance = add(balance, await computeLeadingBalance(db, companyId, first, counted, skip));
  return balances.set(first.id, balance);
}
