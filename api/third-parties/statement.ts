import { z } from 'zod';
import { inSnapshot, type Queryable } from '../../database/snapshot.ts';
import { isLanguage, type Language } from '../../domain/language.ts';
import { add, subtract } from '../../domain/money.ts';
import { invalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { companiesByIds } from '../../projections/companies/queries.ts';
import { eachMovement, type MovementRow } from '../../projections/ledger/movements.ts';
import { eachOpenItem, type OpenItemRow } from '../../projections/lettering/open-items.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { statementTotals, type StatementSpan } from '../../projections/third-parties/statement.ts';
import { turnKeeper } from '../../support/yielding.ts';
import { fingerprintOf } from '../exports/document.ts';
import {
  exportQuery,
  exportReply,
  FILE_TYPES,
  MAX_ROWS_IN_MEMORY,
  tooLarge,
  type ExportFormat,
} from '../exports/reply.ts';
import { ofStanding } from '../http/routing/example.ts';
import { date, id } from '../http/input/fields.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';
import { Movement, OpenItem, presentMovement, presentOpenItem } from '../ledger/movements.ts';
import type { Services } from '../services.ts';
import { AGES, closingBalance, statementDocument, type Statement } from './statement-document.ts';
import { companyParty, logoOf, thirdPartyParty } from './statement-parties.ts';

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
  summary: 'Statement of account of a third party: movements, open items and their age, as JSON, PDF, XLSX or CSV',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  heavy: 'as_file',
  params: z.object({ id: id() }),
  query: z.object({
    ...exportQuery,
    /** Absent: from the first movement on. */
    from: date().optional(),
    /** Absent: the day of `as_of`, else today. */
    to: date().optional(),
    /** The day on which items are open or late; absent: the day of `to`. */
    as_of: date().optional(),
  }),
  example: ofStanding(thirdParties.name),
  replies: { 200: StatementAnswer },
  fileTypes: Object.values(FILE_TYPES),
  errorCodes: ['export_too_large'],
  async handle(request) {
    const { query, services } = request;
    const today = todayOfTheBooks();
    const to = query.to ?? query.as_of ?? today;
    const span = { from: query.from ?? null, to, asOf: query.as_of ?? to };
    if (span.from !== null && span.from > to) return invalid([{ code: 'period_reversed', field: 'to' }]);
    const read = await inSnapshot(services.pool, (snapshot) => readStatement(snapshot, request, span, query.format));
    if (isRefusal(read)) return read;
    const { statement, fingerprint, details } = read;
    return exportReply(query.format, statementDocument(statement), () => presentStatement(statement, details), {
      fingerprint,
    });
  },
});

interface Request {
  readonly services: Pick<Services, 'pool' | 'files'>;
  readonly company: { readonly id: number };
  readonly params: { readonly id: number };
  readonly query: { readonly lang?: Language | undefined };
  /** Of whoever asks, where the third party has none. */
  readonly language: Language;
}
type Details = Pick<z.infer<typeof StatementAnswer>, 'company' | 'third_party'>;

interface ReadStatement {
  readonly statement: Statement;
  readonly details: Details;
  /** Where the lines were only looked at. */
  readonly fingerprint?: string;
}

/** Everything of one instant. Lines beyond what memory is meant for are only looked at, and read again when they are sent. */
export async function readStatement(
  snapshot: Queryable,
  { services, company, params, query, language: callers }: Request,
  span: StatementSpan,
  format: ExportFormat,
): Promise<ReadStatement | Refusal> {
  const thirdParty = await findRecord(snapshot, thirdParties, company.id, params.id);
  if (thirdParty?.deleted_at !== null) return refuse('not_found');
  const totals = await statementTotals(snapshot, company.id, params.id, span);
  const count = totals.movements + totals.open_items;
  const refused = tooLarge(format, count);
  if (refused) return refused;

  const own = thirdParty['language'];
  const language = query.lang ?? (isLanguage(own) ? own : callers);
  const [companyRow] = await companiesByIds(snapshot, [company.id]);
  const sender = companyParty(companyRow!, language);
  const recipient = thirdPartyParty(thirdParty, companyRow!, language);
  const movementsFrom = (db: Queryable) =>
    eachMovement(db, company.id, { thirdPartyId: params.id }, { to: span.to, ...(span.from && { from: span.from }) });
  const itemsFrom = (db: Queryable) => eachOpenItem(db, company.id, params.id, span.asOf);
  const common = {
    language,
    currency: companyRow!.currency,
    sender: { ...sender.party, logo: format === 'PDF' ? await logoOf(companyRow!, services.files) : null },
    recipient: recipient.party,
    thirdParty: { type: recipient.details.type, code: recipient.details.code },
    span,
    totals,
  };
  const details = { company: sender.details, third_party: recipient.details };
  const inMemory = count <= MAX_ROWS_IN_MEMORY;
  const statement: Statement = inMemory
    ? { ...common, ...kept(await all(movementsFrom(snapshot), asItIs), await all(itemsFrom(snapshot), asItIs)) }
    : { ...common, movements: () => movementsFrom(snapshot), openItems: () => itemsFrom(snapshot) };
  if (inMemory) return { statement, details };
  const fingerprint = await fingerprintOf(statementDocument(statement));
  const { pool } = services;
  const later = { movements: () => movementsFrom(pool), openItems: () => itemsFrom(pool) };
  return { statement: { ...statement, ...later }, details, fingerprint };
}

const kept = (movements: readonly MovementRow[], openItems: readonly OpenItemRow[]) => ({
  movements: () => movements,
  openItems: () => openItems,
});

async function all<Row, Shown = Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  shown: (row: Row) => Shown,
): Promise<Shown[]> {
  const read: Shown[] = [];
  const turn = turnKeeper();
  for await (const row of rows) {
    read.push(shown(row));
    await turn();
  }
  return read;
}

const asItIs = <Row>(row: Row): Row => row;

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
    closing_balance: closingBalance(totals),
    movements: await all(statement.movements(), (row) => {
      balance = subtract(add(balance, row.debit), row.credit);
      return { ...presentMovement(row, language), balance };
    }),
    open_items: await all(statement.openItems(), (row) => presentOpenItem(row, language, span.asOf)),
    ageing: { ...ages, total: totals.open_total },
  };
}
