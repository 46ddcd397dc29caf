import type { Queryable } from '../../database/snapshot.ts';
import type { PlainDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import type { Span } from '../../domain/reports/span.ts';
import { findCompanyIdentity, type CompanyIdentity } from '../../projections/companies/queries.ts';
import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { listFirms } from '../../projections/firms/queries.ts';
import type { Column, ColumnKind, Party, Row, Table, TableDocument, Term } from '../exports/document.ts';
import { formatDate } from '../exports/notation.ts';
import type { ExportFormat } from '../exports/reply.ts';
import { readLogo, toCompanyParty } from '../third-parties/statement-parties.ts';
import type { Services } from '../services.ts';
import { wordsIn, type ReportWord, type Say } from './words.ts';

/**
 * A report as a document of tables, from which PDF, XLSX and CSV are generated. A report declares its columns (with
 * totals carried from page to page) and its rows with their level and whether they are totals; the rest is the same for
 * all.
 */

/** The company whose books are shown, and the firm that prints them. */
export interface ReportParties {
  readonly company: Party;
  readonly firm: TableDocument['sender'];
  readonly row: CompanyIdentity;
}

export async function readReportParties(
  db: Queryable,
  { files }: Pick<Services, 'files'>,
  companyId: number,
  language: Language,
  format: ExportFormat,
): Promise<ReportParties> {
  const row = (await findCompanyIdentity(db, companyId))!;
  // Only files name the firm that made them.
  if (format === 'JSON') return buildJsonParties(row, language);
  const company = toCompanyParty(row, language).party;
  const [firm] = row.firm ? await listFirms(db, [row.firm.id]) : [];
  const town = [firm?.postal_code, firm?.city].filter(Boolean).join(' ');
  return {
    row,
    company,
    firm: {
      name: firm?.name ?? company.name,
      address: [firm?.address, town].filter((line): line is string => Boolean(line)),
      identifiers: [],
      logo: firm && format === 'PDF' ? await readLogo(firm, files) : null,
    },
  };
}

/** The document of a report in JSON exists only for its fingerprint. */
export function buildJsonParties(row: CompanyIdentity, language: Language): ReportParties {
  const company = toCompanyParty(row, language).party;
  return { row, company, firm: { name: company.name, address: [], identifiers: [], logo: null } };
}

export interface ReportDeclaration {
  readonly title: ReportWord;
  readonly language: Language;
  readonly period: Term;
  /** Last day covered by the report. */
  readonly date: PlainDate;
  readonly knownAt?: string | null | undefined;
  readonly isProvisional?: boolean;
  /** The year itself is open. */
  readonly isOpenYear?: boolean;
  readonly isLandscape?: boolean;
  readonly facts?: TableDocument['facts'];
  readonly tables: readonly Table[];
  /** Absent: that of the company file. */
  readonly currency?: string;
}

export function buildReportDocument(parties: ReportParties, declared: ReportDeclaration): TableDocument {
  const {
    language,
    period,
    date,
    knownAt,
    isProvisional,
    isOpenYear,
    isLandscape = false,
    tables,
    facts = [],
  } = declared;
  const say = wordsIn(language, parties.row.country_pack);
  const title = say(declared.title);
  const remarks = [
    ...(knownAt ? [say('known_at', { moment: knownAt.slice(0, 16).replace('T', ' ') })] : []),
    ...(isOpenYear ? [say('provisional_year')] : isProvisional ? [say('provisional')] : []),
  ];
  return {
    language,
    title,
    date,
    currency: declared.currency ?? parties.row.currency,
    sender: parties.firm,
    recipient: null,
    report: { company: parties.company, period, ...(remarks.length > 0 && { remark: remarks.join(' · ') }) },
    isLandscape,
    facts,
    tables: tables.map((table) => ({ emptyText: say('nothing'), ...table })),
    fileName: `${title} ${parties.company.name} ${period.term.replace('/', ' ')}`,
  };
}

/** Period of a report; a whole fiscal year is shown by its name. */
export function toPeriodTerm(
  { from, to }: Span,
  years: readonly Pick<FiscalYearRow, 'code' | 'starts_on' | 'ends_on'>[],
  language: Language,
): Term {
  const year = years.find(({ starts_on, ends_on }) => starts_on === from && ends_on === to);
  const days = { from: formatDate(from, language), to: formatDate(to, language) };
  const say = wordsIn(language);
  return { term: `${from}/${to}`, text: year ? say('year', { code: year.code, ...days }) : say('from_to', days) };
}

export function toDayTerm(day: PlainDate, language: Language): Term {
  return { term: day, text: wordsIn(language)('at', { date: formatDate(day, language) }) };
}

export type ColumnDeclaration = readonly [key: ReportWord, kind: ColumnKind, width: number, carries?: 'sum' | 'last'];

export const buildReportColumns = (say: Say, columns: readonly ColumnDeclaration[]): Column[] =>
  columns.map(([key, kind, width, carries]) => ({ key, label: say(key), kind, width, ...(carries && { carries }) }));

/** A fixed, translated word in a cell. */
export const toWordTerm = (say: Say, word: ReportWord): Term => ({ term: word, text: say(word) });

/** A name that users may translate: the data set refers to it by its stable key. */
export const toNameTerm = (key: string, text: string): Term => ({ term: key, text });

export const blankIfZero = (amount: string): string | null => (amount === '0.00' ? null : amount);

export const toTotalRow = (cells: Row['cells']): Row => ({ cells, isTotal: true });
