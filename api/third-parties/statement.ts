import { z } from 'zod';
import { readInSnapshot, type Queryable } from '../../database/snapshot.ts';
import { isLanguage, type Language } from '../../domain/language.ts';
import { add, isNegative, negate, subtract, ZERO } from '../../domain/money.ts';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { streamEachMovement, type MovementRow } from '../../projections/ledger/movements.ts';
import { streamOpenItems, type OpenItemRow } from '../../projections/lettering/open-items.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { readStatementTotals, type StatementSpan } from '../../projections/third-parties/statement.ts';
import { createTurnKeeper } from '../../support/yielding.ts';
import { computeFingerprint } from '../exports/document.ts';
import {
  exportQuery,
  replyWithExport,
  FILE_TYPES,
  MAX_ROWS_IN_MEMORY,
  refuseTooLarge,
  type ExportFormat,
} from '../exports/reply.ts';
import { withSharedRecord } from '../http/routing/example.ts';
import { currencyCode, date, id } from '../http/input/fields.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { Movement, OpenItem, presentMovement, presentOpenItem } from '../ledger/movements.ts';
import type { Services } from '../services.ts';
import { AGES, computeStatementClosing, buildStatementDocument, type Statement } from './statement-document.ts';
import { toCompanyParty, readLogo, toThirdPartyParty } from './statement-parties.ts';

const PartyAnswer = z.object({ name: z.string(), address: z.array(z.string()), vat_number: z.string().nullable() });

const StatementAnswer = z
  .object({
    language: z.string(),
    currency: z.string(),
    from: plainDate.nullable(),
    to: plainDate,
    as_of: plainDate,
    company: PartyAnswer.extend({ enterprise_number: z.string().nullable() }),
    third_party: PartyAnswer.extend({ id: recordId, type: z.enum(['customer', 'supplier']), code: z.string() }),
    opening_balance: decimalString,
    total_debit: decimalString,
    total_credit: decimalString,
    closing_balance: decimalString,
    movements: z.array(Movement),
    open_items: z.array(OpenItem),
    ageing: z.object({
      not_due: decimalString,
      days_1_30: decimalString,
      days_31_60: decimalString,
      days_61_90: decimalString,
      days_over_90: decimalString,
      total: decimalString,
    }),
  })
  .meta({ id: 'StatementOfAccount' });

export const statementRoute = route({
  method: 'get',
  path: '/v1/companies/{company}/third-parties/{id}/statement',
  area: thirdParties.name,
  summary: 'Get the statement of account of a third party: movements, open items and ageing, as JSON, PDF, XLSX or CSV',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  heavy: 'as_file',
  params: z.object({ id: id() }),
  query: z.object({
    ...exportQuery,
    /** Defaults to the first movement. */
    from: date().optional(),
    /** Defaults to `as_of`, else today. */
    to: date().optional(),
    /** Date at which items are open or late; defaults to `to`. */
    as_of: date().optional(),
    currency: currencyCode()
      .optional()
      .meta({ description: 'Only movements and items in this currency, with all amounts in it.' }),
  }),
  example: withSharedRecord(thirdParties.name),
  replies: { 200: StatementAnswer },
  fileTypes: Object.values(FILE_TYPES),
  errorCodes: ['export_too_large'],
  async handle(request) {
    const { query, services } = request;
    const today = getBookToday();
    const to = query.to ?? query.as_of ?? today;
    const span = { from: query.from ?? null, to, asOf: query.as_of ?? to, currency: query.currency };
    if (span.from !== null && span.from > to) return refuseInvalid([{ code: 'period_reversed', field: 'to' }]);
    const read = await readInSnapshot(services.pool, (snapshot) =>
      readStatement(snapshot, request, span, query.format),
    );
    if (isRefusal(read)) return read;
    const { statement, fingerprint, details } = read;
    return replyWithExport(
      query.format,
      buildStatementDocument(statement),
      () => presentStatement(statement, details),
      {
        fingerprint,
      },
    );
  },
});

interface Request {
  readonly services: Pick<Services, 'pool' | 'files'>;
  readonly company: { readonly id: number };
  readonly params: { readonly id: number };
  readonly query: { readonly lang?: Language | undefined };
  /** Language of the caller, used if the third party has none. */
  readonly language: Language;
}
type Details = Pick<z.infer<typeof StatementAnswer>, 'company' | 'third_party'>;

interface ReadStatement {
  readonly statement: Statement;
  readonly details: Details;
  /** Set if the lines were scanned without being held in memory. */
  readonly fingerprint?: string;
}

/** Reads everything in one snapshot. Lines that exceed the memory limit are only scanned, and read again when they are sent. */
export async function readStatement(
  snapshot: Queryable,
  { services, company, params, query, language: callers }: Request,
  span: StatementSpan,
  format: ExportFormat,
): Promise<ReadStatement | Refusal> {
  const thirdParty = await findRecord(snapshot, thirdParties, company.id, params.id);
  if (thirdParty?.deleted_at !== null) return refuse('not_found');
  const totals = await readStatementTotals(snapshot, company.id, params.id, span);
  const count = totals.movements + totals.open_items;
  const refused = refuseTooLarge(format, count);
  if (refused) return refused;

  const own = thirdParty['language'];
  const language = query.lang ?? (isLanguage(own) ? own : callers);
  const [companyRow] = await loadCompaniesByIds(snapshot, [company.id]);
  const sender = toCompanyParty(companyRow!, language);
  const recipient = toThirdPartyParty(thirdParty, companyRow!, language);
  const streamMovements = (db: Queryable) =>
    inStatementCurrency(
      span,
      streamEachMovement(
        db,
        company.id,
        { thirdPartyId: params.id },
        {
          to: span.to,
          ...(span.from && { from: span.from }),
          ...(span.currency !== undefined && { currency: span.currency }),
        },
      ),
    );
  const streamStatementItems = (db: Queryable) =>
    inStatementCurrency(
      span,
      streamOpenItems(db, company.id, { thirdPartyId: params.id, asOf: span.asOf, currency: span.currency }),
    );
  const common = {
    language,
    currency: span.currency ?? companyRow!.currency,
    sender: { ...sender.party, logo: format === 'PDF' ? await readLogo(companyRow!, services.files) : null },
    recipient: recipient.party,
    thirdParty: { type: recipient.details.type, code: recipient.details.code },
    span,
    totals,
  };
  const details = { company: sender.details, third_party: recipient.details };
  const inMemory = count <= MAX_ROWS_IN_MEMORY;
  const statement: Statement = inMemory
    ? {
        ...common,
        ...holdInMemory(
          await collectRows(streamMovements(snapshot), toSameRow),
          await collectRows(streamStatementItems(snapshot), toSameRow),
        ),
      }
    : { ...common, movements: () => streamMovements(snapshot), openItems: () => streamStatementItems(snapshot) };
  if (inMemory) return { statement, details };
  const fingerprint = await computeFingerprint(buildStatementDocument(statement));
  const { pool } = services;
  const later = { movements: () => streamMovements(pool), openItems: () => streamStatementItems(pool) };
  return { statement: { ...statement, ...later }, details, fingerprint };
}

/** Rows with their amounts in the currency of the statement. */
function inStatementCurrency<StatementRow extends MovementRow>(
  { currency }: StatementSpan,
  rows: AsyncGenerator<StatementRow>,
): AsyncGenerator<StatementRow> {
  return currency === undefined ? rows : convertRows(rows);
}

async function* convertRows<StatementRow extends MovementRow & Partial<OpenItemRow>>(
  rows: AsyncIterable<StatementRow>,
): AsyncGenerator<StatementRow> {
  for await (const row of rows) {
    const amount = row.currency_amount ?? ZERO;
    yield {
      ...row,
      debit: isNegative(amount) ? ZERO : amount,
      credit: isNegative(amount) ? negate(amount) : ZERO,
      ...(row.open !== undefined && { open: row.currency_open, settled: row.currency_settled }),
    };
  }
}

const holdInMemory = (movements: readonly MovementRow[], openItems: readonly OpenItemRow[]) => ({
  movements: () => movements,
  openItems: () => openItems,
});

async function collectRows<Row, Shown = Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  shown: (row: Row) => Shown,
): Promise<Shown[]> {
  const read: Shown[] = [];
  const turn = createTurnKeeper();
  for await (const row of rows) {
    read.push(shown(row));
    await turn();
  }
  return read;
}

const toSameRow = <Row>(row: Row): Row => row;

async function presentStatement(statement: Statement, details: Details): Promise<z.infer<typeof StatementAnswer>> {
  const { language, currency, span, totals } = statement;
  let balance = totals.opening;
  const ages = Object.fromEntries(AGES.map((age) => [age, totals[age]])) as Record<(typeof AGES)[number], string>;
  return {
    language,
    currency,
    from: span.from,
    to: span.to,
    as_of: span.asOf,
    ...details,
    opening_balance: totals.opening,
    total_debit: totals.debit,
    total_credit: totals.credit,
    closing_balance: computeStatementClosing(totals),
    movements: await collectRows(statement.movements(), (row) => {
      balance = subtract(add(balance, row.debit), row.credit);
      return { ...presentMovement(row, language), balance };
    }),
    open_items: await collectRows(statement.openItems(), (row) => presentOpenItem(row, language, span.asOf)),
    ageing: { ...ages, total: totals.open_total },
  };
}
