import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import { sum } from '../../domain/money.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { groupByOwner, locateGroupedPage } from '../../domain/reports/pages.ts';
import { listPeriodsWithin } from '../../domain/reports/span.ts';
import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import {
  streamJournalLines,
  listWindowEntries,
  readJournalNames,
  readJournalParts,
  type JournalName,
  type JournalPart,
} from '../../projections/reports/journals.ts';
import { presentFiscalYear } from '../fiscal-years/fiscal-year.ts';
import { fromPieces, type Row, type TableDocument, type Term } from '../exports/document.ts';
import { id, pageQuery } from '../http/input/fields.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { route } from '../http/routing/route.ts';
import { respondWithEntryPage } from '../ledger/entry-page.ts';
import { Entry } from '../ledger/entry.ts';
import { translateLabel } from '../records/present.ts';
import {
  buildReportColumns,
  toNameTerm,
  toPeriodTerm,
  buildReportDocument,
  blankIfZero,
  toWordTerm,
  type ReportParties,
} from './document.ts';
import {
  respondWithPagedReport,
  resolveReportLanguage,
  periodAnswer,
  presentPeriod,
  report,
  reportQuery,
  spanQuery,
  type ReportScene,
} from './report.ts';
import { wordsIn, type ReportWord } from './words.ts';

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
      .meta({ description: 'Journals with entries, and the days that the report covers.' }),
  })
  .meta({ id: 'JournalTotals' });

const Journals = pageSchema(Entry, {
  ...periodAnswer,
  journals: z.array(JournalTotals).meta({ description: 'Every journal with entries, with its totals over all pages.' }),
  totals: z.object(totals),
}).meta({ id: 'JournalsReport' });

type Journal = JournalName & { readonly parts: readonly JournalPart[] };

/** Sorted by code. */
async function listJournalsWithEntries(
  { db, span, years, companyId }: Pick<ReportScene, 'db' | 'span' | 'years' | 'companyId'>,
  journalId: number | null,
): Promise<readonly Journal[] | Refusal> {
  const names = await readJournalNames(db, companyId);
  if (journalId !== null && !names.some((journal) => journal.id === journalId))
    return refuseInvalid([{ code: 'reference_unknown', field: 'journal_id' }]);
  const parts = groupByOwner(await readJournalParts(db, companyId, listPeriodsWithin(years, span), journalId));
  return names
    .map((journal) => ({ ...journal, parts: parts.get(journal.id) ?? [] }))
    .filter((journal) => journal.parts.length > 0);
}

export const journalsRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/journals',
  operationId: 'getJournalsReport',
  summary: 'Get the journals as posted: entries by journal, date and number, with totals by journal and period',
  query: z.object({ ...reportQuery, ...spanQuery, journal_id: id().optional(), ...pageQuery() }),
  replies: { 200: Journals },
  handle(request) {
    const { query, company, services, pathUrl } = request;
    const { page, per_page: perPage, journal_id: journalId = null } = query;
    const language = resolveReportLanguage(query, request.language);
    const respondWithPage = async (scene: ReportScene) => {
      const { db, span, years } = scene;
      const journals = await listJournalsWithEntries(scene, journalId);
      if (isRefusal(journals)) return journals;
      const { total, windows, skip } = locateGroupedPage(journals, (page - 1) * perPage, perPage);
      const ids = await listWindowEntries(db, company.id, windows, skip, perPage);
      // The set of entries is fixed: entries are never deleted or moved.
      const buildAnswer = (rows: readonly unknown[]) => ({
        ...paginate({ rows, total, page, perPage, pathUrl, language }),
        ...presentPeriod(span, years),
        journals: journals.map((journal) => presentJournal(journal, years, language)),
        totals: computeTotals(journals.flatMap((journal) => journal.parts)),
      });
      const reply = await respondWithEntryPage(services, { companyId: company.id, ids, language, buildAnswer });
      return { ...reply, headers: { ...reply.headers, 'Content-Language': language } };
    };
    return respondWithPagedReport(request, respondWithPage, (scene, parties) =>
      buildJournalsDocument(scene, journalId, parties),
    );
  },
});

function computeTotals(parts: readonly JournalPart[]) {
  const total = sum(parts.map((part) => part.total));
  // Every entry balances, so both sides of a journal are equal.
  return {
    entries_count: parts.reduce((count, part) => count + part.count, 0),
    total_debit: total,
    total_credit: total,
  };
}

function presentJournal(
  { id: journalId, code, label, labels, type, parts }: Journal,
  years: readonly FiscalYearRow[],
  language: Language,
) {
  const periods = years.flatMap((year) =>
    presentFiscalYear(year, language).periods.map((period) => ({ ...period, yearId: year.id })),
  );
  return {
    journal: { id: journalId, code, label: translateLabel(language, label, labels), type },
    ...computeTotals(parts),
    periods: parts.map((part) => {
      const period = periods.find((known) => known.id === part.period_id)!;
      return {
        fiscal_year_id: period.yearId,
        period_id: period.id,
        label: period.label,
        from: part.first,
        to: part.last,
        ...computeTotals([part]),
      };
    }),
  };
}

/** The journals as a file: entries as posted, with the totals of each journal. */
export async function buildJournalsDocument(
  scene: ReportScene,
  journalId: number | null,
  parties: ReportParties,
): Promise<TableDocument | Refusal> {
  const { db, span, years, language, companyId, knownAt } = scene;
  const found = await listJournalsWithEntries(scene, journalId);
  if (isRefusal(found)) return found;
  const journals = found;
  const say = wordsIn(language);
  const byId = new Map(journals.map((journal) => [journal.id, journal]));
  const formatJournalName = ({ code, label, labels }: Journal) =>
    toNameTerm(code, `${code}  ${translateLabel(language, label, labels)}`);
  const buildTotalRow = (code: string | null, word: ReportWord, parts: readonly JournalPart[]): Row => {
    const { total_debit, total_credit } = computeTotals(parts);
    return {
      cells: [code, span.to, null, null, toWordTerm(say, word), null, null, null, total_debit, total_credit],
      isTotal: true,
    };
  };

  async function* streamRows(): AsyncGenerator<readonly Row[]> {
    let current = null as Journal | null;
    const accounts = new Map<string, Term>();
    for await (const lines of streamJournalLines(db, companyId, journals, language)) {
      const piece: Row[] = [];
      for (const line of lines) {
        if (line.journal_id !== current?.id) {
          if (current) piece.push(buildTotalRow(current.code, 'total', current.parts));
          current = byId.get(line.journal_id)!;
          piece.push({
            cells: [current.code, formatJournalName(current), null, null, null, null, null, null, null, null],
            isHeading: true,
          });
        }
        const number = line.account_number;
        let account = accounts.get(number);
        if (!account) accounts.set(number, (account = toNameTerm(number, line.account_label)));
        piece.push({
          cells: [
            current.code,
            line.entry_date,
            line.number,
            number,
            account,
            line.third_party_name,
            line.reference,
            line.label,
            blankIfZero(line.debit),
            blankIfZero(line.credit),
          ],
        });
      }
      yield piece;
    }
    if (!current) return;
    const all = journals.flatMap(({ parts }) => parts);
    yield [buildTotalRow(current.code, 'total', current.parts), buildTotalRow(null, 'grand_total', all)];
  }

  const [journal, ...others] = buildReportColumns(say, [
    ['journal', 'text', 8],
    ['date', 'date', 12],
    ['number', 'integer', 9],
    ['account', 'text', 12],
    ['label', 'text', 30],
    ['third_party', 'text', 24],
    ['reference', 'text', 18],
    ['description', 'text', 34],
    ['debit', 'amount', 15, 'sum'],
    ['credit', 'amount', 15, 'sum'],
  ]);
  const columns = [{ ...journal!, isOffPaper: true }, ...others];
  return buildReportDocument(parties, {
    title: 'journals',
    language,
    period: toPeriodTerm(span, years, language),
    date: span.to,
    knownAt,
    isLandscape: true,
    tables: [{ key: 'journals', title: say('journals'), columns, ...fromPieces(streamRows), hasPaperHeadings: true }],
  });
}
