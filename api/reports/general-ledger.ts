import { z } from 'zod';
import type { Queryable } from '../../database/snapshot.ts';
import { add, subtract, type SignedAmount } from '../../domain/money.ts';
import { groupedPage, type GroupedPage } from '../../domain/reports/pages.ts';
import { summed } from '../../domain/reports/trial-balance.ts';
import { balanceOfFirst, movementsInWindows, type Counted } from '../../projections/reports/general-ledger.ts';
import { bool, pageQuery } from '../http/input/fields.ts';
import { decimalString } from '../http/reply/output.ts';
import { pageOf, paginate } from '../http/reply/pagination.ts';
import { route } from '../http/routing/route.ts';
import { Movement, presentMovement } from '../ledger/movements.ts';
import { generalLedgerDocument } from './general-ledger-document.ts';
import { ledgerSections, openingOf, type Section } from './ledger-sections.ts';
import {
  answeredInPages,
  BalanceColumns,
  balanceOf,
  languageOf,
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
  type ReportScene,
} from './report.ts';

const AccountSection = z
  .object({
    account: ReportAccount,
    opening_balance: decimalString,
    brought_forward: decimalString.meta({ description: 'The balance before its first movement on this page.' }),
    total_debit: decimalString,
    total_credit: decimalString,
    closing_balance: decimalString,
    movements_count: z.int(),
    provisional: z.boolean(),
  })
  .meta({ id: 'GeneralLedgerAccount' });

const GeneralLedger = pageOf(Movement, {
  ...periodAnswer,
  provisional: z.boolean(),
  accounts: z.array(AccountSection).meta({ description: 'The accounts of this page, with their totals of all pages.' }),
  totals: z.object(BalanceColumns).meta({ description: 'Of all pages, as in the trial balance.' }),
}).meta({ id: 'GeneralLedger' });

export const generalLedgerRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/general-ledger',
  summary:
    'General ledger: movements by account with the balance behind each, between an opening and a closing balance',
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
    const language = languageOf(query, request.language);
    const onePage = async (scene: ReportScene) => {
      const { db, span, years } = scene;
      const { coverage, counted, sections } = await ledgerSections(scene, query);
      const found = groupedPage(sections, (page - 1) * perPage, perPage);
      const shown = found.owners.map((index) => sections[index]!);
      const running = await broughtForward(db, company.id, found, sections, counted);
      const rows = await movementsInWindows(db, company.id, found.windows, counted, found.skip, perPage);
      const forward = new Map(running);
      const data = rows.map((row) => {
        const balance = subtract(add(running.get(row.account_id)!, row.debit), row.credit);
        running.set(row.account_id, balance);
        return { ...presentMovement(row, language), balance };
      });
      return reportReply(
        {
          ...paginate({ rows: data, total: found.total, page, perPage, pathUrl, language }),
          ...presentPeriod(span, years),
          provisional: coverage.isProvisional,
          accounts: shown.map((section) => ({
            account: presentAccount(section, language),
            opening_balance: openingOf(section),
            brought_forward: forward.get(section.id) ?? openingOf(section),
            total_debit: section.columns.period_debit,
            total_credit: section.columns.period_credit,
            closing_balance: balanceOf(section.columns),
            movements_count: section.parts.reduce((count, part) => count + part.count, 0),
            provisional: section.isProvisional,
          })),
          totals: presentColumns(summed(sections.map(({ columns }) => columns))),
        },
        language,
      );
    };
    return answeredInPages(request, onePage, (scene, parties) => generalLedgerDocument(scene, query, parties));
  },
});

/** The balance of each account of the page before its first movement on it. */
async function broughtForward(
  db: Queryable,
  companyId: number,
  { owners, windows, skip, partsBefore }: GroupedPage,
  sections: readonly Section[],
  counted: Counted,
): Promise<Map<number, SignedAmount>> {
  const balances = new Map(owners.map((index) => [sections[index]!.id, openingOf(sections[index]!)]));
  const [first] = windows;
  if (!first) return balances;
  const { parts } = sections.find(({ id }) => id === first.id)!;
  let balance = balances.get(first.id)!;
  for (const { debit, credit } of parts.slice(0, partsBefore)) balance = subtract(add(balance, debit), credit);
  if (skip > 0) balance = add(balance, await balanceOfFirst(db, companyId, first, counted, skip));
  return balances.set(first.id, balance);
}
