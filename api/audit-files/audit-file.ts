import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Queryable } from '../../database/snapshot.ts';
import { toBookDate } from '../../domain/dates.ts';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { loadAuditLines, type AuditLine, type AuditLineOptions } from '../../projections/audit-files/lines.ts';
import {
  findLastRecorded,
  splitByLines,
  selectAuditEntries,
  type SelectedEntries,
  type Selection,
} from '../../projections/audit-files/selection.ts';
import { loadCompaniesByIds, type CompanyRow } from '../../projections/companies/queries.ts';
import { listFiscalYears, type FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { prefetchSteps } from '../../projections/support/one-ahead.ts';
import { createBulkTurnKeeper } from '../../support/yielding.ts';
import { buildContentDisposition } from '../exports/file-name.ts';
import { createHashedText } from '../exports/hashed-text.ts';
import { FINGERPRINT } from '../exports/reply.ts';
import { replyInSnapshot } from '../exports/snapshot-reply.ts';
import { id } from '../http/input/fields.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { limitConcurrency } from '../../support/semaphore.ts';

/** Shared parts of the audit files requested by tax authorities: a fiscal year, entry by entry, read in one snapshot. */

export const ofFiscalYear = z.object({
  fiscalYear: id().meta({ type: 'integer', minimum: 1, description: 'Id of the fiscal year.' }),
});

/** Definition of an audit file: its country, the selected entries with their order, and how it is written. */
interface AuditFile extends Pick<Selection, 'layers' | 'order'> {
  /** Segment of the path. */
  readonly name: 'fec' | 'faia';
  readonly country: 'FR' | 'LU';
  readonly summary: string;
  /** Description of the contents. */
  readonly description: string;
  readonly extension: string;
  readonly type: string;
  readonly errorCodes?: readonly string[];
  write(books: AuditBooks): Promise<WrittenFile | Refusal> | WrittenFile | Refusal;
}

export interface WrittenFile {
  readonly fileName: string;
  /**
   * Start of the file; `said` replaces it in the fingerprint if it holds more than the books do, such as the date of
   * writing.
   */
  readonly opening: string;
  readonly said?: string;
  readonly parts: AsyncIterable<string>;
}

export const defineAuditFileRoute = ({ name, country, layers, order, type, extension, write, ...file }: AuditFile) =>
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
    handle: (request) =>
      replyInSnapshot(request, async (db, send) => {
        const books = await loadBooks(db, request, { country, layers, order });
        if (isRefusal(books)) return books;
        const written = await write(books);
        if (isRefusal(written)) return written;
        const headers = {
          'Content-Type': type,
          'Content-Disposition': buildContentDisposition(written.fileName, extension),
          'Content-Language': 'fr',
        };
        const text = createHashedText(written.opening, written.said ?? written.opening, written.parts);
        const start = await text.readAhead(CHARACTERS_AHEAD);
        if (text.isWhole())
          return { status: 200, raw: start, headers: { ...headers, [FINGERPRINT]: text.getFingerprint() } };
        const raw = Readable.from(text.streamFrom(start), { objectMode: false, highWaterMark: 1 });
        const refused = send(raw);
        if (refused) return refused;
        return {
          status: 200,
          raw,
          headers: { ...headers, Trailer: FINGERPRINT },
          trailers: () => ({ [FINGERPRINT]: text.getFingerprint() }),
        };
      }),
  });

/** Up to this size (about 15,000 lines) the fingerprint is a header; beyond it, a trailer after the last line. */
const CHARACTERS_AHEAD = 2_000_000;
/** Read and written together; up to three times as many wait for a slow reader. */
const LINES_AT_ONCE = 2_000;
/** Limits how many chunks are built at a time, whatever the number of concurrent downloads. */
const takingTurns = limitConcurrency(2);

export interface AuditBooks {
  /** Reads in the snapshot of the file. */
  readonly db: Queryable;
  /** Time of the last recorded change in the file, or the requested time. */
  readonly moment: string;
  readonly company: CompanyRow;
  readonly year: FiscalYearRow;
  /** All fiscal years, in order. */
  readonly years: readonly FiscalYearRow[];
  readonly selection: Selection;
  readonly entries: SelectedEntries;
}

type Request = Pick<RouteRequest<{ readonly fiscalYear: number }>, 'company' | 'knownAt' | 'params'>;

/** Loads the books for a file; refused if the country of the company has no such file. */
async function loadBooks(
  db: Queryable,
  { company: { id }, params, knownAt }: Request,
  { country, ...selected }: { readonly country: string } & Pick<Selection, 'layers' | 'order'>,
): Promise<AuditBooks | Refusal> {
  const last = await findLastRecorded(db, id);
  if (!last) return refuseInvalid([{ code: 'known_at_too_early', field: 'known_at' }]);
  const years = await listFiscalYears(db, id);
  const year = years.find((one) => one.id === params.fiscalYear);
  if (!year) return refuse('not_found');
  const company = (await loadCompaniesByIds(db, [id]))[0]!;
  if (company.country_pack !== country) return refuse('audit_file_of_other_country', { params: { country } });
  const selection = { companyId: id, from: year.starts_on, to: year.ends_on, ...selected };
  const entries = await selectAuditEntries(db, selection);
  return { db, moment: knownAt ?? last.recorded_at, company, year, years, selection, entries };
}

/** Writes the lines of the entries in order, chunk by chunk, with `write`. */
export async function* writeLines(
  { db, selection, entries }: AuditBooks,
  write: (line: AuditLine) => string,
  options: AuditLineOptions,
): AsyncGenerator<string> {
  function* listSteps(): Generator<() => Promise<readonly AuditLine[]>> {
    for (const ids of splitByLines(entries, LINES_AT_ONCE))
      yield () => loadAuditLines(db, selection.companyId, ids, options);
  }
  for await (const lines of prefetchSteps(listSteps())) {
    yield await takingTurns(async () => {
      const turn = createBulkTurnKeeper();
      let text = '';
      for (let index = 0; index < lines.length; index += 1) {
        text += write(lines[index]!);
        if (index % LINES_A_LOOK === 0) await turn();
      }
      return text;
    });
  }
}

/** Checking the clock for each line would cost as much as writing it. */
const LINES_A_LOOK = 50;

/**
 * Returns a function that converts a timestamp to a book date. Computed once per hour of recording, however many lines
 * there are.
 */
export function createBookDateCache(): (recordedAt: string) => string {
  const days = new Map<string, string>();
  return (recordedAt) => {
    const hour = recordedAt.slice(0, 13);
    let day = days.get(hour);
    if (day === undefined) {
      day = toBookDate(new Date(recordedAt));
      // A year has few hours with recordings; beyond this limit, dates are simply computed again.
      if (days.size < 10_000) days.set(hour, day);
    }
    return day;
  };
}

/** The displayed number of an entry. */
export const formatEntryNumber = (journalCode: string, yearCode: string, number: number): string =>
  `${journalCode}-${yearCode}-${String(number).padStart(5, '0')}`;
