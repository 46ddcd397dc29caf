import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import { sum } from '../../domain/money.ts';
import { invalid, isRefusal } from '../../domain/refusal.ts';
import { byOwner, groupedPage } from '../../domain/reports/pages.ts';
import { periodsWithin } from '../../domain/reports/span.ts';
import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import {
  entriesInWindows,
  journalNames,
  journalParts,
  type JournalName,
  type JournalPart,
} from '../../projections/reports/journals.ts';
import { presentFiscalYear } from '../fiscal-years/fiscal-year.ts';
import { id, pageQuery } from '../http/fields.ts';
import { decimalString, plainDate, recordId } from '../http/output.ts';
import { pageOf, paginate } from '../http/pagination.ts';
import { route } from '../http/route.ts';
import { entryPageReply } from '../ledger/entry-page.ts';
import { Entry } from '../ledger/entry.ts';
import { labelIn } from '../records/present.ts';
import { languageOf, ofInstant, periodAnswer, presentPeriod, report, reportQuery, spanQuery } from './report.ts';

const totals = { entries_count: z.int(), total_debit: decimalString, total_credit: decimalString };

const JournalTotals = z
  .object({
    journal: z.object({ id: recordId, code: z.string(), label: z.string(), type: z.string() }),
    ...totals,
    periods: z
      .array(
        z.object({
          fiscal_year_id: recordId,
          period_id: recordId,
          label: z.string(),
          from: plainDate,
          to: plainDate,
          ...totals,
        }),
      )
      .meta({ description: 'Those with entries; the days of each that the report covers.' }),
  })
  .meta({ id: 'JournalTotals' });

const Journals = pageOf(Entry, {
  ...periodAnswer,
  journals: z.array(JournalTotals).meta({ description: 'Every journal with entries, with its totals of all pages.' }),
  totals: z.object(totals),
}).meta({ id: 'JournalsReport' });

export const journalsRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/journals',
  summary: 'The journals as posted: entries by journal, date and number, with totals by journal and period',
  query: z.object({ ...reportQuery, ...spanQuery, journal_id: id().optional(), ...pageQuery() }),
  replies: { 200: Journals },
  async handle(request) {
    const { query, company, services, pathUrl } = request;
    const { page, per_page: perPage, journal_id: journalId = null } = query;
    const language = languageOf(query, request.language);
    const found = await ofInstant(request, query, async (db, span, years) => {
      const names = await journalNames(db, company.id);
      if (journalId !== null && !names.some((journal) => journal.id === journalId))
        return invalid([{ code: 'reference_unknown', field: 'journal_id' }]);
      const parts = byOwner(await journalParts(db, company.id, periodsWithin(years, span), journalId));
      const journals = names
        .map((journal) => ({ ...journal, parts: parts.get(journal.id) ?? [] }))
        .filter((journal) => journal.parts.length > 0);
      const { total, windows, skip } = groupedPage(journals, (page - 1) * perPage, perPage);
      const ids = await entriesInWindows(db, company.id, windows, skip, perPage);
      return { total, ids, journals, span, years };
    });
    if (isRefusal(found)) return found;
    const { total, ids, journals, span, years } = found;
    // Which entries there are is settled; none of them goes, and none moves.
    const answer = (rows: readonly unknown[]) => ({
      ...paginate({ rows, total, page, perPage, pathUrl, language }),
      ...presentPeriod(span, years),
      journals: journals.map((journal) => presentJournal(journal, years, language)),
      totals: totalsOf(journals.flatMap((journal) => journal.parts)),
    });
    const reply = await entryPageReply(services, { companyId: company.id, ids, language, answer });
    return { ...reply, headers: { ...reply.headers, 'Content-Language': language } };
  },
});

function totalsOf(parts: readonly JournalPart[]) {
  const total = sum(parts.map((part) => part.total));
  // Every entry balances, so that both sides of a journal come to the same.
  return {
    entries_count: parts.reduce((count, part) => count + part.count, 0),
    total_debit: total,
    total_credit: total,
  };
}

function presentJournal(
  { id: journalId, code, label, labels, type, parts }: JournalName & { readonly parts: readonly JournalPart[] },
  years: readonly FiscalYearRow[],
  language: Language,
) {
  const periods = years.flatMap((year) =>
    presentFiscalYear(year, language).periods.map((period) => ({ ...period, yearId: year.id })),
  );
  return {
    journal: { id: journalId, code, label: labelIn(language, label, labels), type },
    ...totalsOf(parts),
    periods: parts.map((part) => {
      const period = periods.find((known) => known.id === part.period_id)!;
      return {
        fiscal_year_id: period.yearId,
        period_id: period.id,
        label: period.label,
        from: part.first,
        to: part.last,
        ...totalsOf([part]),
      };
    }),
  };
}
