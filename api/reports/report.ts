import { z } from 'zod';
import { readInSnapshot, type Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import { isZero, subtract, type SignedAmount } from '../../domain/money.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { resolveSpan, type RequestedSpan, type Span } from '../../domain/reports/span.ts';
import { SIDES, type Columns, type NamedAccount, type Side } from '../../domain/reports/trial-balance.ts';
import { listFiscalYears, type FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { describeBasis, recallBasis, rememberBasis } from '../../projections/reports/basis.ts';
import { date, id, text } from '../http/input/fields.ts';
import type { CsvDialect } from '../exports/csv.ts';
import { computeFingerprint, type TableDocument } from '../exports/document.ts';
import {
  dialectQuery,
  exportQuery,
  replyWithExport,
  FILE_TYPES,
  replyWithFile,
  type ExportFormat,
} from '../exports/reply.ts';
import type { HttpRefusal } from '../http/reply/errors.ts';
import { dateTimestamp, decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { getBookToday, toZeroTime } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';
import { buildJsonParties, readReportParties, type ReportParties } from './document.ts';

/** Shared by the reports of the ledger. */

/** Spread into the query of every report. */
export const reportQuery = { ...exportQuery, ...dialectQuery };

/** Period of a report; defaults to the current fiscal year. */
export const spanQuery = {
  fiscal_year_id: id().optional(),
  from: date().optional(),
  to: date().optional(),
};

const accountNumberField = () =>
  text(20)
    .refine((value) => /^\d+$/.test(value), { params: { key: 'digits_only' } })
    .meta({ type: 'string', pattern: '^[0-9]+$', maxLength: 20, examples: ['60'] });

/** Range of account numbers; the upper bound includes all numbers that begin with it. */
export const rangeQuery = {
  account_from: accountNumberField().optional(),
  account_to: accountNumberField().optional(),
};

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

/** The id is null if no account of the chart has exactly this number. */
export const ReportAccount = z
  .object({ id: recordId.nullable(), number: z.string(), label: z.string() })
  .meta({ id: 'ReportAccount' });

const sides = Object.fromEntries(SIDES.map((side) => [side, decimalString])) as Record<Side, typeof decimalString>;

/** Opening, movements and closing, each by side. */
export const BalanceColumns = sides;

/** Period of the report. */
export const periodAnswer = {
  period: z
    .object({
      fiscal_year: YearReference.nullable().meta({ description: 'Fiscal year that contains the first day.' }),
      from: plainDate,
      to: plainDate,
    })
    .meta({ id: 'ReportPeriod' }),
};

type Read<T> = (db: Queryable, span: Span, years: readonly FiscalYearRow[]) => Promise<T>;

/** Reads a report in one snapshot: it must balance while others post. */
export async function readReportSnapshot<T>(
  { services, company }: Pick<RouteRequest, 'services' | 'company'>,
  query: RequestedSpan,
  read: Read<T>,
): Promise<T | Refusal> {
  return readInSnapshot(services.pool, (db) => readOverSpan(db, company.id, query, read));
}

async function readOverSpan<T>(
  db: Queryable,
  companyId: number,
  query: RequestedSpan,
  read: Read<T>,
): Promise<T | Refusal> {
  const years = await listFiscalYears(db, companyId);
  // A company file always has a fiscal year, except before it was opened.
  if (years.length === 0) return refuseInvalid([{ code: 'known_at_too_early', field: 'known_at' }]);
  const span = resolveSpan(years, query, getBookToday());
  return isRefusal(span) ? span : read(db, span, years);
}

interface FileQuery extends RequestedSpan {
  readonly format: ExportFormat;
  readonly dialect?: CsvDialect | undefined;
  readonly lang?: Language | undefined;
}

/** Input of a report, independent of the output format. */
export interface ReportScene {
  readonly db: Queryable;
  readonly span: Span;
  readonly years: readonly FiscalYearRow[];
  readonly language: Language;
  readonly companyId: number;
  readonly knownAt: string | null;
}

/** A report on a single page, as JSON and as a document with the same fingerprint. */
export interface MadeReport {
  readonly body: unknown;
  buildDocument(parties: ReportParties): TableDocument;
}

type ReportRequest = Pick<
  RouteRequest<unknown, FileQuery>,
  'services' | 'company' | 'query' | 'language' | 'knownAt' | 'beginDownload'
>;

/** Builds a report from sums that are returned only if the tables still show the basis. Null: they must be read as usual. */
type MakeFromBasis = (scene: ReportScene, basis: string) => Promise<MadeReport | null>;

/** Responds with a report in the requested format. */
export async function respondWithReport(
  request: ReportRequest,
  make: (scene: ReportScene) => Promise<MadeReport | Refusal>,
  makeFromBasis?: MakeFromBasis,
): Promise<Reply | HttpRefusal> {
  const { services, company, query, knownAt = null } = request;
  const language = resolveReportLanguage(query, request.language);
  const { format, dialect } = query;
  const quick = format === 'JSON' && makeFromBasis ? await respondFromBasis(request, makeFromBasis) : null;
  if (quick) return quick;
  let years: readonly FiscalYearRow[] = [];
  const readReport = (db: Queryable): Promise<MadeReport | Refusal> =>
    readOverSpan<MadeReport | Refusal>(db, company.id, query, (_db, span, found) =>
      make({ db, span, years: (years = found), language, companyId: company.id, knownAt }),
    );
  if (format !== 'JSON')
    return replyWithFile({ request, format, dialect }, async (db) => {
      const made = await readReport(db);
      if (isRefusal(made)) return made;
      return made.buildDocument(await readReportParties(db, services, company.id, language, format));
    });
  const made = await readInSnapshot(services.pool, async (db) => {
    const found = await readReport(db);
    if (isRefusal(found)) return found;
    const parties = await readReportParties(db, services, company.id, language, format);
    if (makeFromBasis) rememberBasis(services.pool, company.id, { years, company: parties.row });
    return { body: found.body, document: found.buildDocument(parties) };
  });
  return isRefusal(made) ? made : replyWithExport('JSON', made.document, () => made.body);
}

async function respondFromBasis(
  { services, company, query, language: spoken, knownAt }: ReportRequest,
  make: MakeFromBasis,
): Promise<Reply | null> {
  const basis = recallBasis(services.pool, company.id);
  if (!basis) return null;
  const span = resolveSpan(basis.years, query, getBookToday());
  if (isRefusal(span)) return null;
  const language = resolveReportLanguage(query, spoken);
  const { years } = basis;
  const scene = { db: services.pool, span, years, language, companyId: company.id, knownAt: knownAt ?? null };
  const made = await make(scene, describeBasis(basis));
  return (
    made && replyWithExport('JSON', made.buildDocument(buildJsonParties(basis.company, language)), () => made.body)
  );
}

/**
 * Responds with a report whose JSON is paginated: the file contains all pages and is built separately. A page that is the
 * whole report also has the fingerprint.
 */
export async function respondWithPagedReport(
  request: ReportRequest,
  page: (scene: ReportScene) => Promise<Reply | Refusal>,
  file: (scene: ReportScene, parties: ReportParties) => Promise<TableDocument | Refusal>,
): Promise<Reply | HttpRefusal> {
  const { services, company, query, knownAt = null } = request;
  const language = resolveReportLanguage(query, request.language);
  const { format, dialect } = query;
  const buildScene = (db: Queryable, span: Span, years: readonly FiscalYearRow[]): ReportScene => ({
    db,
    span,
    years,
    language,
    companyId: company.id,
    knownAt,
  });
  const buildFileDocument = async (scene: ReportScene): Promise<TableDocument | Refusal> =>
    file(scene, await readReportParties(scene.db, services, company.id, language, format));
  if (format !== 'JSON')
    return replyWithFile({ request, format, dialect }, (db) =>
      readOverSpan<TableDocument | Refusal>(db, company.id, query, (_db, span, years) =>
        buildFileDocument(buildScene(db, span, years)),
      ),
    );
  return readReportSnapshot<Reply | Refusal>(request, query, async (db, span, years) => {
    const scene = buildScene(db, span, years);
    const reply = await page(scene);
    if (isRefusal(reply) || !isWholeReport(reply.body)) return reply;
    const document = await buildFileDocument(scene);
    if (isRefusal(document)) return document;
    return { ...reply, headers: { ...reply.headers, 'X-Export-Fingerprint': await computeFingerprint(document) } };
  });
}

const isWholeReport = (body: unknown): boolean => {
  const { total, per_page, current_page } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return typeof total === 'number' && typeof per_page === 'number' && total <= per_page && current_page === 1;
};

export function presentPeriod({ from, to }: Span, years: readonly FiscalYearRow[]) {
  const year = years.find(({ starts_on, ends_on }) => starts_on <= from && from <= ends_on);
  return { period: { fiscal_year: year ? presentYearReference(year) : null, from, to } };
}

/** A fiscal year in the same form as the fiscal year itself. */
export const presentYearReference = ({ id, code, starts_on, ends_on }: FiscalYearRow) => ({
  id,
  code,
  starts_on: toZeroTime(starts_on),
  ends_on: toZeroTime(ends_on),
});

export const presentColumns = (columns: Columns): Record<Side, string> =>
  Object.fromEntries(SIDES.map((side) => [side, columns[side]])) as Record<Side, string>;

/** One side is zero, except for totals of several accounts. */
export const computeClosingBalance = ({ closing_debit, closing_credit }: Columns): SignedAmount =>
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

/** `lang` takes precedence over the language of the user. */
export const resolveReportLanguage = (query: { readonly lang?: Language | undefined }, language: Language): Language =>
  query.lang ?? language;

export const buildReportReply = (body: unknown, language: Language): Reply =>
  ok(body, { headers: { 'Content-Language': language } });
