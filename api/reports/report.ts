import { z } from 'zod';
import { inSnapshot, type Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import { isZero, subtract, type SignedAmount } from '../../domain/money.ts';
import { invalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { spanOf, type RequestedSpan, type Span } from '../../domain/reports/span.ts';
import { SIDES, type Columns, type NamedAccount, type Side } from '../../domain/reports/trial-balance.ts';
import { fiscalYearsOf, type FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { date, id, text } from '../http/input/fields.ts';
import type { CsvDialect } from '../exports/csv.ts';
import { fingerprintOf, type TableDocument } from '../exports/document.ts';
import { dialectQuery, exportQuery, exportReply, FILE_TYPES, fileReply, type ExportFormat } from '../exports/reply.ts';
import type { HttpRefusal } from '../http/reply/errors.ts';
import { dateTimestamp, decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { todayOfTheBooks, zeroTime } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';
import { partiesOf, type ReportParties } from './document.ts';

/** What the reports of the ledger have in common. */

/** Spread into the query of every report. */
export const reportQuery = { ...exportQuery, ...dialectQuery };

/** The days of a report; nothing requested: the fiscal year of today. */
export const spanQuery = {
  fiscal_year_id: id().optional(),
  from: date().optional(),
  to: date().optional(),
};

const accountNumber = () =>
  text(20)
    .refine((value) => /^\d+$/.test(value), { params: { key: 'digits_only' } })
    .meta({ type: 'string', pattern: '^[0-9]+$', maxLength: 20, examples: ['60'] });

/** Accounts by number; the last one with all that begin like it. */
export const rangeQuery = { account_from: accountNumber().optional(), account_to: accountNumber().optional() };

export const report = {
  area: 'reports',
  method: 'get',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  heavy: 'as_file',
  fileTypes: Object.values(FILE_TYPES),
  errorCodes: ['export_too_large'],
} as const;

export const YearReference = z
  .object({ id: recordId, code: z.string(), starts_on: dateTimestamp, ends_on: dateTimestamp })
  .meta({ id: 'ReportFiscalYear' });

/** Without an id where no account of the chart has exactly this number. */
export const ReportAccount = z
  .object({ id: recordId.nullable(), number: z.string(), label: z.string() })
  .meta({ id: 'ReportAccount' });

const sides = Object.fromEntries(SIDES.map((side) => [side, decimalString])) as Record<Side, typeof decimalString>;

/** What stood before, what moved, and what stands after. */
export const BalanceColumns = sides;

/** The days of the report. */
export const periodAnswer = {
  period: z
    .object({
      fiscal_year: YearReference.nullable().meta({ description: 'The one that the first day lies in.' }),
      from: plainDate,
      to: plainDate,
    })
    .meta({ id: 'ReportPeriod' }),
};

type Read<T> = (db: Queryable, span: Span, years: readonly FiscalYearRow[]) => Promise<T>;

/** The reports of one request read one instant: what they show must balance while others post. */
export async function ofInstant<T>(
  { services, company }: Pick<RouteRequest, 'services' | 'company'>,
  query: RequestedSpan,
  read: Read<T>,
): Promise<T | Refusal> {
  return inSnapshot(services.pool, (db) => overSpan(db, company.id, query, read));
}

async function overSpan<T>(
  db: Queryable,
  companyId: number,
  query: RequestedSpan,
  read: Read<T>,
): Promise<T | Refusal> {
  const years = await fiscalYearsOf(db, companyId);
  // A company file always has one: there is none before it was opened.
  if (years.length === 0) return invalid([{ code: 'known_at_too_early', field: 'known_at' }]);
  const span = spanOf(years, query, todayOfTheBooks());
  return isRefusal(span) ? span : read(db, span, years);
}

interface FileQuery extends RequestedSpan {
  readonly format: ExportFormat;
  readonly dialect?: CsvDialect | undefined;
  readonly lang?: Language | undefined;
}

/** What a report is made from, whatever its form. */
export interface ReportScene {
  readonly db: Queryable;
  readonly span: Span;
  readonly years: readonly FiscalYearRow[];
  readonly language: Language;
  readonly companyId: number;
  readonly knownAt: string | null;
}

/** A report that is all on one page: what it says as JSON and as a document, with one fingerprint. */
export interface MadeReport {
  readonly body: unknown;
  document(parties: ReportParties): TableDocument;
}

type ReportRequest = Pick<RouteRequest<unknown, FileQuery>, 'services' | 'company' | 'query' | 'language' | 'knownAt'>;

/** Answers a report in the form requested. */
export async function answered(
  request: ReportRequest,
  make: (scene: ReportScene) => Promise<MadeReport | Refusal>,
): Promise<Reply | HttpRefusal> {
  const { services, company, query, knownAt = null } = request;
  const language = languageOf(query, request.language);
  const { format, dialect } = query;
  const read = (db: Queryable): Promise<MadeReport | Refusal> =>
    overSpan<MadeReport | Refusal>(db, company.id, query, (_db, span, years) =>
      make({ db, span, years, language, companyId: company.id, knownAt }),
    );
  if (format !== 'JSON')
    return fileReply({ pool: services.pool, format, dialect }, async (db) => {
      const made = await read(db);
      if (isRefusal(made)) return made;
      return made.document(await partiesOf(db, services, company.id, language, format));
    });
  const made = await inSnapshot(services.pool, async (db) => {
    const found = await read(db);
    if (isRefusal(found)) return found;
    return { body: found.body, document: found.document(await partiesOf(db, services, company.id, language, format)) };
  });
  return isRefusal(made) ? made : exportReply('JSON', made.document, () => made.body);
}

/**
 * A report whose JSON comes in pages: the file has all of them, and is made apart. A page that is the whole report tells the
 * fingerprint as well.
 */
export async function answeredInPages(
  request: ReportRequest,
  page: (scene: ReportScene) => Promise<Reply | Refusal>,
  file: (scene: ReportScene, parties: ReportParties) => Promise<TableDocument | Refusal>,
): Promise<Reply | HttpRefusal> {
  const { services, company, query, knownAt = null } = request;
  const language = languageOf(query, request.language);
  const { format, dialect } = query;
  const sceneOf = (db: Queryable, span: Span, years: readonly FiscalYearRow[]): ReportScene => ({
    ...{ db, span, years, language, companyId: company.id, knownAt },
  });
  const documentOf = async (scene: ReportScene): Promise<TableDocument | Refusal> =>
    file(scene, await partiesOf(scene.db, services, company.id, language, format));
  if (format !== 'JSON')
    return fileReply({ pool: services.pool, format, dialect }, (db) =>
      overSpan<TableDocument | Refusal>(db, company.id, query, (_db, span, years) =>
        documentOf(sceneOf(db, span, years)),
      ),
    );
  return ofInstant<Reply | Refusal>(request, query, async (db, span, years) => {
    const scene = sceneOf(db, span, years);
    const reply = await page(scene);
    if (isRefusal(reply) || !isWhole(reply.body)) return reply;
    const document = await documentOf(scene);
    if (isRefusal(document)) return document;
    return { ...reply, headers: { ...reply.headers, 'X-Export-Fingerprint': await fingerprintOf(document) } };
  });
}

const isWhole = (body: unknown): boolean => {
  const { total, per_page, current_page } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return typeof total === 'number' && typeof per_page === 'number' && total <= per_page && current_page === 1;
};

export function presentPeriod({ from, to }: Span, years: readonly FiscalYearRow[]) {
  const year = years.find(({ starts_on, ends_on }) => starts_on <= from && from <= ends_on);
  return { period: { fiscal_year: year ? referenceTo(year) : null, from, to } };
}

/** As the fiscal year itself shows them. */
export const referenceTo = ({ id, code, starts_on, ends_on }: FiscalYearRow) => ({
  id,
  code,
  starts_on: zeroTime(starts_on),
  ends_on: zeroTime(ends_on),
});

export const presentColumns = (columns: Columns): Record<Side, string> =>
  Object.fromEntries(SIDES.map((side) => [side, columns[side]])) as Record<Side, string>;

/** One side of it holds nothing, unless it is that of several accounts. */
export const balanceOf = ({ closing_debit, closing_credit }: Columns): SignedAmount =>
  isZero(closing_credit) ? closing_debit : subtract(closing_debit, closing_credit);

interface AccountLine {
  readonly account: NamedAccount | null;
  readonly number: string;
  readonly isProvisional: boolean;
}

export function presentAccount({ account, number, isProvisional }: AccountLine, language: Language) {
  return {
    id: account?.number === number ? account.id : null,
    number,
    label: isProvisional ? translate('provisional_result', language) : (account?.label ?? number),
  };
}

/** `lang` decides the language of the labels, before the language of the user. */
export const languageOf = (query: { readonly lang?: Language | undefined }, language: Language): Language =>
  query.lang ?? language;

export const reportReply = (body: unknown, language: Language): Reply =>
  ok(body, { headers: { 'Content-Language': language } });
