import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { inSnapshot } from '../../database/snapshot.ts';
import { bookDate } from '../../domain/dates.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { linesOfEntries, type AuditLine } from '../../projections/audit-files/lines.ts';
import {
  contentsOf,
  piecesOf,
  selectedEntries,
  type SelectedEntries,
  type Selection,
} from '../../projections/audit-files/selection.ts';
import { companiesByIds, type CompanyRow } from '../../projections/companies/queries.ts';
import { fiscalYearsOf, type FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { turnKeeper } from '../../turns.ts';
import { contentDisposition } from '../exports/file-name.ts';
import { standingOf, type Standing } from '../exports/standing.ts';
import { id } from '../http/fields.ts';
import { route, type RouteRequest } from '../http/route.ts';
import { turns } from '../http/turns.ts';

/** What the files have in common that tax authorities ask for: a fiscal year, entry by entry, of one moment. */

export const ofFiscalYear = z.object({
  fiscalYear: id().meta({ type: 'integer', minimum: 1, description: 'Id of the fiscal year.' }),
});

/** What makes one of them: whose it is, which entries it tells in which order, and how. */
interface AuditFile extends Pick<Selection, 'layers' | 'order'> {
  /** In the path. */
  readonly name: 'fec' | 'faia';
  readonly country: 'FR' | 'LU';
  readonly summary: string;
  /** Of what is in it. */
  readonly description: string;
  readonly extension: string;
  readonly type: string;
  readonly errorCodes?: readonly string[];
  write(books: AuditBooks): { readonly fileName: string; readonly parts: AsyncIterable<string> } | Refusal;
}

export const auditFileRoute = ({ name, country, layers, order, type, extension, write, ...file }: AuditFile) =>
  route({
    area: 'exports',
    method: 'get',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    heavy: 'always',
    path: `/v1/companies/{company}/exports/${name}/{fiscalYear}`,
    summary: file.summary,
    params: ofFiscalYear,
    example: async ({ abroad }) => {
      const company = await abroad(country);
      return { company, params: { fiscalYear: company.fiscalYear.id } };
    },
    replies: { 200: z.string().meta({ description: file.description }) },
    fileTypes: [type],
    errorCodes: ['audit_file_of_other_country', ...(file.errorCodes ?? [])],
    async handle(request) {
      const books = await booksFor(request, { country, layers, order });
      if (isRefusal(books)) return books;
      const written = write(books);
      if (isRefusal(written)) return written;
      const { fileName, parts } = written;
      return {
        status: 200,
        raw: Readable.from(wholeOf(books, parts), { objectMode: false, highWaterMark: 1 }),
        headers: {
          'Content-Type': type,
          'Content-Disposition': contentDisposition(fileName, extension),
          'Content-Language': 'fr',
          'X-Export-Fingerprint': books.fingerprint,
        },
      };
    },
  });

/** Read and written together; up to three times as much waits for a reader that does not read. */
const LINES_AT_ONCE = 1_000;
/** However many take such files at once, few pieces are put together at a time. */
const takingTurns = turns(2);

export interface AuditBooks extends Standing {
  readonly company: CompanyRow;
  readonly year: FiscalYearRow;
  /** All of them, in their order. */
  readonly years: readonly FiscalYearRow[];
  readonly selection: Selection;
  readonly entries: SelectedEntries;
  /** SHA-256 of what the file says. */
  readonly fingerprint: string;
}

type Request = Pick<RouteRequest<{ readonly fiscalYear: number }>, 'services' | 'company' | 'knownAt' | 'params'>;

/** The books that a file is written of; refused where the country has no such file. */
async function booksFor(
  request: Request,
  { country, ...selected }: { readonly country: string } & Pick<Selection, 'layers' | 'order'>,
): Promise<AuditBooks | Refusal> {
  const standing = await standingOf(request);
  if (isRefusal(standing)) return standing;
  return inSnapshot(standing.pool, async (db) => {
    const years = await fiscalYearsOf(db, request.company.id);
    const year = years.find((one) => one.id === request.params.fiscalYear);
    if (!year) return refuse('not_found');
    const company = (await companiesByIds(db, [request.company.id]))[0]!;
    if (company.country_pack !== country) return refuse('audit_file_of_other_country', { params: { country } });
    const selection = { companyId: company.id, from: year.starts_on, to: year.ends_on, ...selected };
    const entries = await selectedEntries(db, selection);
    const fingerprint = await fingerprintOf(db, selection, company);
    return { ...standing, company, year, years, selection, entries, fingerprint };
  });
}

async function fingerprintOf(
  db: Parameters<typeof contentsOf>[0],
  selection: Selection,
  company: CompanyRow,
): Promise<string> {
  const { name, enterprise_number, vat_number, street, house_number, postal_code, city, country, settings } = company;
  const identity = [name, enterprise_number, vat_number, street, house_number, postal_code, city, country, settings];
  return createHash('sha256')
    .update(`${JSON.stringify([selection.from, selection.to, selection.layers, identity])}\n`)
    .update(await contentsOf(db, selection))
    .digest('hex');
}

/** The lines of the entries in their order, piece by piece, written as `write` says. */
export async function* written(
  { pool, selection, entries }: AuditBooks,
  write: (line: AuditLine) => string,
): AsyncGenerator<string> {
  for (const ids of piecesOf(entries, LINES_AT_ONCE)) {
    yield await takingTurns(async () => {
      const lines = await linesOfEntries(pool, selection.companyId, ids);
      const turn = turnKeeper();
      let text = '';
      for (const line of lines) {
        text += write(line);
        await turn();
      }
      return text;
    });
  }
}

/**
 * The fingerprint went out first. Where the tables tell something else of the moment by now, the file is broken off, and not passed
 * for whole.
 */
async function* wholeOf(books: AuditBooks, parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield* parts;
  const company = (await companiesByIds(books.pool, [books.company.id]))[0]!;
  if ((await fingerprintOf(books.pool, books.selection, company)) !== books.fingerprint)
    throw new Error('What is exported has changed while it was written');
}

/** The day of the books on which something was recorded: one an hour is worked out, however many lines were. */
export function recordedOn(): (recordedAt: string) => string {
  const days = new Map<string, string>();
  return (recordedAt) => {
    const hour = recordedAt.slice(0, 13);
    let day = days.get(hour);
    if (day === undefined) {
      day = bookDate(new Date(recordedAt));
      // A year has few hours in which something was recorded; whoever has more than that works them out again.
      if (days.size < 10_000) days.set(hour, day);
    }
    return day;
  };
}

/** As entries are called. */
export const calledOf = (journalCode: string, yearCode: string, number: number): string =>
  `${journalCode}-${yearCode}-${String(number).padStart(5, '0')}`;
