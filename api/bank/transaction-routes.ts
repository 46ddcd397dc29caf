import { z } from 'zod';
import { ignoreTransaction } from '../../commands/bank/ignore-transaction.ts';
import { reopenTransaction } from '../../commands/bank/reopen-transaction.ts';
import { TRANSACTION_STATUSES } from '../../domain/bank/transactions.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { loadCodaFilesByIds } from '../../projections/bank/file-queries.ts';
import {
  listTransactions,
  loadTransactionsByIds,
  type TransactionRow,
} from '../../projections/bank/transaction-queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { amount, choice, date, id, pageQuery, text } from '../http/input/fields.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { createExampleTransaction } from './example-file.ts';
import { readRawRecord } from './raw-record.ts';
import { BankTransaction, presentTransaction } from './transaction.ts';
const common = { area: 'bank', demo: 'allowed' } as const;
const ofTransaction = z.object({ id: id() });

const counts = {
  counts: z
    .object({
      pending: z.int().meta({ description: 'To be booked, fully or partly.' }),
      matched: z.int().meta({ description: 'Booked.' }),
      ignored: z.int().meta({ description: 'Set aside.' }),
    })
    .meta({ description: 'Number of transactions per status, with the other filters applied.' }),
};

const iban = () => text(42).transform((value) => value.replace(/\s/g, '').toUpperCase());

const Query = z.object({
  status: choice(TRANSACTION_STATUSES).optional().meta({
    description: 'Only transactions that wait to be booked, are booked, or were set aside.',
  }),
  journal_id: id().optional().meta({ description: 'Only transactions of the bank account of this journal.' }),
  coda_file_id: id().optional().meta({ description: 'Only transactions of this statement file.' }),
  account_iban: iban().optional().meta({ description: 'Only transactions of this own account, by IBAN.' }),
  from: date().optional().meta({ description: 'First day, by the date that `date_field` chooses.' }),
  to: date().optional().meta({ description: 'Last day, by the date that `date_field` chooses.' }),
  date_field: choice(['entry', 'value']).optional().meta({
    description: 'The date used by `from` and `to` and for sorting; by default the date of the entry.',
  }),
  amount_min: amount().optional().meta({ description: 'Smallest amount, whether received or paid.' }),
  amount_max: amount().optional().meta({ description: 'Largest amount, whether received or paid.' }),
  direction: choice(['in', 'out']).optional().meta({ description: '`in`: money received; `out`: money paid.' }),
  third_party_id: id().optional().meta({ description: 'Only transactions booked with this third party.' }),
  counterpart_iban: iban().optional().meta({ description: 'Only payments from or to this account.' }),
  q: text(200).optional().meta({
    description:
      'Words in any order, found in the counterpart, the communication, a reference or the amount. A structured communication is found as printed, `+++000/0012/34526+++`, or as its digits.',
  }),
  ...pageQuery({ defaultPerPage: 100, maxPerPage: 500 }),
});

export const transactionRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/bank-transactions',
    summary: 'List bank transactions, newest first, with the number per status',
    ability: 'read',
    role: 'any',
    query: Query,
    replies: { 200: pageSchema(BankTransaction, counts) },
    async handle({ query, services, company, language, pathUrl }) {
      const { page, per_page: perPage, ...filter } = query;
      const found = await listTransactions(services.pool, company.id, filter, page, perPage);
      const rows = found.rows.map((row) => presentTransaction(row, language));
      return ok({ ...paginate({ rows, total: found.total, page, perPage, pathUrl, language }), counts: found.counts });
    },
  }),
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/bank-transactions/{id}',
    summary: 'Get a bank transaction with its original bank record',
    ability: 'read',
    role: 'any',
    params: ofTransaction,
    example: createExampleTransaction,
    replies: { 200: BankTransaction.extend({ raw: z.string().nullable() }).meta({ id: 'BankTransactionWithRecord' }) },
    async handle(request) {
      const { params, services, company, language } = request;
      const row = await findActiveTransaction(request, params.id);
      if (!row) return refuse('not_found');
      const [file] = await loadCodaFilesByIds(services.pool, company.id, [row.coda_file_id]);
      const raw = file ? await readRawRecord(services.files, file.sha256, row) : null;
      return ok({ ...presentTransaction(row, language), raw }, { version: row.version });
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/bank-transactions/{id}/ignore',
    summary: 'Set a transaction aside with a reason: nothing will be booked for it',
    ability: 'write',
    role: 'encoder',
    params: ofTransaction,
    body: z.object({ reason: text(500) }),
    example: async (scene) => ({
      ...(await createExampleTransaction(scene)),
      body: { reason: 'Booked manually in March' },
    }),
    replies: { 200: z.object({ transaction: BankTransaction }) },
    errorCodes: ['conflict', 'transaction_already_ignored', 'transaction_already_matched'],
    async handle(request) {
      const { params, body, services, company, language, write } = request;
      const requested = { id: params.id, reason: body.reason, baseVersion: write.baseVersion };
      const refused = await ignoreTransaction(services, company.id, requested, write);
      if (refused) return withServerTransaction(request, params.id, refused);
      const row = await findActiveTransaction(request, params.id);
      if (!row) return refuse('not_found');
      return ok({ transaction: presentTransaction(row, language) }, { recorded: true, version: row.version });
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/bank-transactions/{id}/unignore',
    summary: 'Make a transaction that was set aside pending again',
    ability: 'write',
    role: 'encoder',
    params: ofTransaction,
    example: async ({ after }) => {
      const { answer } = await after('POST /v1/companies/{company}/bank-transactions/{id}/ignore');
      return { params: { id: (answer['transaction'] as { id: number }).id } };
    },
    replies: {
      200: z.object({
        transaction: BankTransaction,
        parts: z
          .array(BankTransaction)
          .meta({ description: 'Transactions that replace it: details of its amount came while it was set aside.' }),
      }),
    },
    errorCodes: ['conflict', 'transaction_not_ignored'],
    async handle(request) {
      const { params, services, company, language, write } = request;
      const requested = { id: params.id, baseVersion: write.baseVersion };
      const outcome = await reopenTransaction(services, company.id, requested, write);
      if (isRefusal(outcome)) return withServerTransaction(request, params.id, outcome);
      const rows = await loadTransactionsByIds(services.pool, company.id, [params.id, ...outcome.partIds]);
      const row = rows.find((one) => one.id === params.id);
      if (!row) return refuse('not_found');
      const parts = rows.flatMap((one) => (one.id === params.id ? [] : [presentTransaction(one, language)]));
      return ok({ transaction: presentTransaction(row, language), parts }, { recorded: true, version: row.version });
    },
  }),
];

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

export async function findActiveTransaction(
  { services, company }: Request,
  one: number,
): Promise<TransactionRow | undefined> {
  const [row] = await loadTransactionsByIds(services.pool, company.id, [one]);
  return row?.deleted_at === null ? row : undefined;
}

/** Adds the transaction as stored on the server to a conflict. */
export function withServerTransaction(request: Request, one: number, refused: Refusal): Promise<Refusal> {
  return withServerData(refused, async () => {
    const row = await findActiveTransaction(request, one);
    return row ? presentTransaction(row, request.language) : null;
  });
}
