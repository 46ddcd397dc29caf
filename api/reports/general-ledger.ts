import { z } from 'zod';
import { add, subtract, ZERO, type SignedAmount } from '../../domain/money.ts';
import { locateGroupedPage, type GroupedPage } from '../../domain/reports/pages.ts';
import { sumColumns } from '../../domain/reports/trial-balance.ts';
import type { Coverage } from '../../domain/reports/span.ts';
import { readCurrencyParts } from '../../projections/reports/currency-parts.ts';
import { computeLeadingBalance, readWindowMovements, type Counted } from '../../projections/reports/general-ledger.ts';
import { bool, pageQuery } from '../http/input/fields.ts';
import { decimalString } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { route } from '../http/routing/route.ts';
import { InCurrency, Movement, presentMovement } from '../ledger/movements.ts';
import { buildGeneralLedgerDocument } from './general-ledger-document.ts';
import { CurrencyColumns, currencyQuery } from './in-currency.ts';
import { readLedgerSections, computeCurrencyOpening, computeOpeningBalance, type Section } from './ledger-sections.ts';
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

const broughtForward = decimalString.meta({ description: 'Balance before the first movement on this page.' });

const AccountSection = z
  .object({
    account: ReportAccount,
    opening_balance: decimalString,
    brought_forward: broughtForward,
    total_debit: decimalString,
    total_credit: decimalString,
    closing_balance: decimalString,
    movements_count: z.int(),
    provisional: z.boolean(),
    currency: CurrencyColumns.currency,
    in_currency: InCurrency.extend({ brought_forward: broughtForward })
      .meta({ id: 'GeneralLedgerInCurrency' })
      .nullable()
      .meta({ description: 'The same balances and totals in that currency.' }),
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
    ...currencyQuery,
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
      const { running, inCurrency } = await computeBroughtForward(scene, found, sections, { coverage, counted });
      const rows = await readWindowMovements(db, company.id, found.windows, counted, {
        skip: found.skip,
        limit: perPage,
      });
      const forward = new Map(running);
      const currencyForward = new Map(inCurrency);
      const data = rows.map((row) => {
        const balance = subtract(add(running.get(row.account_id)!, row.debit), row.credit);
        running.set(row.account_id, balance);
        const before = inCurrency.get(row.account_id);
        const currency_balance = before === undefined ? null : add(before, row.currency_amount ?? ZERO);
        if (currency_balance !== null) inCurrency.set(row.account_id, currency_balance);
        return { ...presentMovement(row, language), balance, currency_balance };
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
            currency: section.currency,
            in_currency: presentSectionInCurrency(section, currencyForward.get(section.id)),
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

function presentSectionInCurrency({ inCurrency }: Section, forward: SignedAmount | undefined) {
  if (!inCurrency) return null;
  const opening_balance = computeOpeningBalance({ columns: inCurrency });
  return {
    opening_balance,
    brought_forward: forward ?? opening_balance,
    total_debit: inCurrency.period_debit,
    total_credit: inCurrency.period_credit,
    closing_balance: computeClosingBalance(inCurrency),
  };
}

interface Forwarded {
  readonly running: Map<number, SignedAmount>;
  /** Of accounts that are shown in a currency. */
  readonly inCurrency: Map<number, SignedAmount>;
}

/** Balance of each account of the page before its first movement on the page. */
async function computeBroughtForward(
  { db, companyId }: ReportScene,
  { owners, windows, skip, partsBefore }: GroupedPage,
  sections: readonly Section[],
  { coverage, counted }: { readonly coverage: Coverage; readonly counted: Counted },
): Promise<Forwarded> {
  const shown = owners.map((index) => sections[index]!);
  const running = new Map(shown.map((section) => [section.id, computeOpeningBalance(section)]));
  const inCurrency = new Map(
    shown.flatMap((section) => {
      const opening = computeCurrencyOpening(section);
      return opening === null ? [] : [[section.id, opening] as const];
    }),
  );
  const [first] = windows;
  if (!first || (partsBefore === 0 && skip === 0)) return { running, inCurrency };
  const { parts, currency } = sections.find(({ id }) => id === first.id)!;
  let balance = running.get(first.id)!;
  for (const { debit, credit } of parts.slice(0, partsBefore)) balance = subtract(add(balance, debit), credit);
  const leading = skip > 0 ? await computeLeadingBalance(db, companyId, first, counted, skip) : null;
  if (leading) balance = add(balance, leading.balance);
  running.set(first.id, balance);
  if (currency === null) return { running, inCurrency };
  const wanted = { layers: counted.layers, currency, accountId: first.id };
  let carried = inCurrency.get(first.id)!;
  for (const part of await readCurrencyParts(db, companyId, coverage, wanted))
    if (part.last < first.first) carried = subtract(add(carried, part.currency_debit), part.currency_credit);
  if (leading) carried = add(carried, leading.currency_balance);
  return { running, inCurrency: inCurrency.set(first.id, carried) };
}
