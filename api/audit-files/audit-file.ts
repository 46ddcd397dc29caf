import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Queryable } from '../../database/snapshot.ts';
import { bookDate } from '../../domain/dates.ts';
import { invalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { linesOfEntries, type AuditLine } from '../../projections/audit-files/lines.ts';
import {
  lastRecorded,
  piecesOf,
  selectedEntries,
  type SelectedEntries,
  type Selection,
} from '../../projections/audit-files/selection.ts';
import { companiesByIds, type CompanyRow } from '../../projections/companies/queries.ts';
import { fiscalYearsOf, type FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { oneAhead } from '../../projections/support/one-ahead.ts';
import { turnKeeper } from '../../support/yielding.ts';
import { contentDisposition } from '../exports/file-name.ts';
import { hashedText } from '../exports/hashed-text.ts';
import { FINGERPRINT } from '../exports/reply.ts';
import { replyOfInstant } from '../exports/snapshot-reply.ts';
import { id } from '../http/input/fields.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { turns } from '../http/limits/semaphore.ts';

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
  write(books: AuditBooks): Promise<WrittenFile | Refusal> | WrittenFile | Refusal;
}

export interface WrittenFile {
  readonly fileName: string;
  /** How it begins; `said` where that has more in it than what the books say, such as the day of writing. */
  readonly opening: string;
  readonly said?: string;
  readonly parts: AsyncIterable<string>;
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
    handle: (request) =>
      replyOfInstant(request.services.pool, async (db, send) => {
        const books = await booksFor(db, request, { country, layers, order });
        if (isRefusal(books)) return books;
        const written = await write(books);
        if (isRefusal(written)) return written;
        const headers = {
          'Content-Type': type,
          'Content-Disposition': contentDisposition(written.fileName, extension),
          'Content-Language': 'fr',
        };
        const text = hashedText(written.opening, written.said ?? written.opening, written.parts);
        const start = await text.ahead(CHARACTERS_AHEAD);
        if (text.isWhole())
          return { status: 200, raw: start, headers: { ...headers, [FINGERPRINT]: text.fingerprint() } };
        const raw = Readable.from(text.from(start), { objectMode: false, highWaterMark: 1 });
        const refused = send(raw);
        if (refused) return refused;
        return {
          status: 200,
          raw,
          headers: { ...headers, Trailer: FINGERPRINT },
          trailers: () => ({ [FINGERPRINT]: text.fingerprint() }),
        };
      }),
  });

/** Up to here, which is some fifteen thousand lines, the fingerprint is a header; beyond it comes behind the last line. */
const CHARACTERS_AHEAD = 2_000_000;
/** Read and written together; up to three times as much waits for a reader that does not read. */
const LINES_AT_ONCE = 2_000;
/** However many take such files at once, few pieces are put together at a time. */
const takingTurns = turns(2);

export interface AuditBooks {
  /** Sees the instant of the file. */
  readonly db: Queryable;
  /** Until when something of it was recorded, or the moment asked for. */
  readonly moment: string;
  readonly company: CompanyRow;
  readonly year: FiscalYearRow;
  /** All of them, in their order. */
  readonly years: readonly FiscalYearRow[];
  readonly selection: Selection;
  readonly entries: SelectedEntries;
}

type Request = Pick<RouteRequest<{ readonly fiscalYear: number }>, 'company' | 'knownAt' | 'params'>;

/** The books that a file is written of; refused where the country has no such file. */
async function booksFor(
  db: Queryable,
  { company: { id }, params, knownAt }: Request,
  { country, ...selected }: { readonly country: string } & Pick<Selection, 'layers' | 'order'>,
): Promise<AuditBooks | Refusal> {
  const last = await lastRecorded(db, id);
  if (!last) return invalid([{ code: 'known_at_too_early', field: 'known_at' }]);
  const years = await fiscalYearsOf(db, id);
  const year = years.find((one) => one.id === params.fiscalYear);
  if (!year) return refuse('not_found');
  const company = (await companiesByIds(db, [id]))[0]!;
  if (company.country_pack !== country) return refuse('audit_file_of_other_country', { params: { country } });
  const selection = { companyId: id, from: year.starts_on, to: year.ends_on, ...selected };
  const entries = await selectedEntries(db, selection);
  return { db, moment: knownAt ?? last.recorded_at, company, year, years, selection, entries };
}

/** The lines of the entries in their order, piece by piece, written as `write` says. */
export async function* written(
  { db, selection, entries }: AuditBooks,
  write: (line: AuditLine) => string,
  { withVat }: { readonly withVat: boolean },
): AsyncGenerator<string> {
  function* steps(): Generator<() => Promise<readonly AuditLine[]>> {
    for (const ids of piecesOf(entries, LINES_AT_ONCE))
      yield () => linesOfEntries(db, selection.companyId, ids, withVat);
  }
  for await (const lines of oneAhead(steps())) {
    yield await takingTurns(async () => {
      const turn = turnKeeper();
      let text = '';
      for (let index = 0; index < lines.length; index += 1) {
        text += write(lines[index]!);
        if (index % LINES_A_LOOK === 0) await turn();
      }
      return text;
    });
  }
}

/** A look at the clock for each line would cost as much as the line. */
const LINES_A_LOOK = 50;

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
