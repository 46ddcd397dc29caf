import type { Queryable } from '../../database/snapshot.ts';
import type { PlainDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import type { Span } from '../../domain/reports/span.ts';
import { companyIdentity, type CompanyIdentity } from '../../projections/companies/queries.ts';
import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { listFirms } from '../../projections/firms/queries.ts';
import type { Column, ColumnKind, Party, Row, Table, TableDocument, Term } from '../exports/document.ts';
import { writtenDate } from '../exports/notation.ts';
import type { ExportFormat } from '../exports/reply.ts';
import { logoOf, companyParty } from '../third-parties/statement-parties.ts';
import type { Services } from '../services.ts';
import { wordsIn, type ReportWord, type Say } from './words.ts';

/**
 * A report as a document of tables, from which PDF, XLSX and CSV are made. What a report declares is its columns (which are carried from
 * page to page), and its rows with their level and whether they are sums; everything else is the same for all of them.
 */

/** Whose books they are and who prints them. */
export interface ReportParties {
  readonly company: Party;
  readonly firm: TableDocument['sender'];
  readonly row: CompanyIdentity;
}

export async function partiesOf(
  db: Queryable,
  { files }: Pick<Services, 'files'>,
  companyId: number,
  language: Language,
  format: ExportFormat,
): Promise<ReportParties> {
  const row = await companyIdentity(db, companyId);
  const company = companyParty(row!, language).party;
  // Only files tell who has made them.
  const [firm] = row!.firm && format !== 'JSON' ? await listFirms(db, [row!.firm.id]) : [];
  const town = [firm?.postal_code, firm?.city].filter(Boolean).join(' ');
  return {
    row: row!,
    company,
    firm: {
      name: firm?.name ?? company.name,
      address: [firm?.address, town].filter((line): line is string => Boolean(line)),
      identifiers: [],
      logo: firm && format === 'PDF' ? await logoOf(firm, files) : null,
    },
  };
}

export interface ReportDeclaration {
  readonly title: ReportWord;
  readonly language: Language;
  readonly period: Term;
  /** The last day that it speaks of. */
  readonly date: PlainDate;
  readonly knownAt?: string | null | undefined;
  readonly isProvisional?: boolean;
  readonly isLandscape?: boolean;
  readonly facts?: TableDocument['facts'];
  readonly tables: readonly Table[];
}

export function reportDocument(parties: ReportParties, declared: ReportDeclaration): TableDocument {
  const { language, period, date, knownAt, isProvisional = false, isLandscape = false, tables, facts = [] } = declared;
  const say = wordsIn(language, parties.row.country_pack);
  const title = say(declared.title);
  const remarks = [
    ...(knownAt ? [say('known_at', { moment: knownAt.slice(0, 16).replace('T', ' ') })] : []),
    ...(isProvisional ? [say('provisional')] : []),
  ];
  return {
    language,
    title,
    date,
    currency: parties.row.currency,
    sender: parties.firm,
    recipient: null,
    report: { company: parties.company, period, ...(remarks.length > 0 && { remark: remarks.join(' · ') }) },
    isLandscape,
    facts,
    tables: tables.map((table) => ({ emptyText: say('nothing'), ...table })),
    fileName: `${title} ${parties.company.name} ${period.term.replace('/', ' ')}`,
  };
}

/** The days of a report: a whole fiscal year by its name. */
export function periodTerm({ from, to }: Span, years: readonly FiscalYearRow[], language: Language): Term {
  const year = years.find(({ starts_on, ends_on }) => starts_on === from && ends_on === to);
  const days = { from: writtenDate(from, language), to: writtenDate(to, language) };
  const say = wordsIn(language);
  return { term: `${from}/${to}`, text: year ? say('year', { code: year.code, ...days }) : say('from_to', days) };
}

export function dayTerm(day: PlainDate, language: Language): Term {
  return { term: day, text: wordsIn(language)('at', { date: writtenDate(day, language) }) };
}

export type ColumnDeclaration = readonly [key: ReportWord, kind: ColumnKind, width: number, carries?: 'sum' | 'last'];

export const columnsIn = (say: Say, columns: readonly ColumnDeclaration[]): Column[] =>
  columns.map(([key, kind, width, carries]) => ({ key, label: say(key), kind, width, ...(carries && { carries }) }));

/** A word of ours in a cell. */
export const wordTerm = (say: Say, word: ReportWord): Term => ({ term: word, text: say(word) });

/** The name of something that its owner has named in several languages: the data set names it by what does not change. */
export const nameTerm = (key: string, text: string): Term => ({ term: key, text });

export const unlessZero = (amount: string): string | null => (amount === '0.00' ? null : amount);

export const totalRow = (cells: Row['cells']): Row => ({ cells, isTotal: true });
