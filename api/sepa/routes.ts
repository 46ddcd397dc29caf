import { z } from 'zod';
import { bookSepaFile } from '../../commands/sepa/book-file.ts';
import { buildCreateSepaCommand, createSepaFile, type RequestedSepaFile } from '../../commands/sepa/create-file.ts';
import { cancelSepaFile, markSepaFileDownloaded } from '../../commands/sepa/move-file.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { CREDIT_TRANSFER_FORMATS, DIRECT_DEBIT_FORMATS } from '../../domain/sepa/message.ts';
import { findNextBankWorkingDay } from '../../domain/sepa/target-calendar.ts';
import { SEPA_STATUSES, SEPA_TYPES } from '../../domain/sepa/sepa-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { readEntriesByIds } from '../../projections/ledger/queries.ts';
import { findSepaFile, listSepaFiles } from '../../projections/sepa/queries.ts';
import { buildContentDisposition } from '../exports/file-name.ts';
import { withServerData } from '../http/reply/conflict.ts';
import type { Scene } from '../http/routing/example.ts';
import { amount, bool, choice, date, id, list, pageQuery, text } from '../http/input/fields.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { created, ok } from '../http/reply/reply.ts';
import { getBookToday } from '../http/reply/time.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { entriesDryRun } from '../ledger/preview.ts';
import { Entry, presentEntry } from '../ledger/entry.ts';
import { formattedText } from '../records/schemas.ts';
import { presentSepaFile, SepaFile } from './file.ts';
import { writeOrdersXml } from './orders.ts';
import { proposalRoute } from './proposal.ts';
import { sepaTrash } from './bin.ts';
import { findCommandRefusal } from '../../commands/support/preview.ts';

const ALL = '/v1/companies/{company}/sepa-files';
const read = { area: 'bank', demo: 'allowed', ability: 'read', role: 'any' } as const;
const write = { area: 'bank', demo: 'blocked', ability: 'write' } as const;
const ofFile = z.object({ id: id() });

/** Maximum number of orders in a file, and of items in an order. */
const MOST_PAYMENTS = 1_000;
const MOST_ITEMS = 200;

const Body = z.object({
  type: choice(SEPA_TYPES),
  /** Defaults to the format of the settings. */
  format: choice([...CREDIT_TRANSFER_FORMATS, ...DIRECT_DEBIT_FORMATS]).nullish(),
  journal_id: id(),
  execution_date: date().meta({
    description: 'Today or later; moved to the next bank working day if necessary.',
  }),
  /** Defaults to the settings. */
  batch_booking: bool().nullish(),
  payments: list(
    z.object({
      third_party_id: id(),
      /** Empty for a free order such as an advance, which needs an amount. */
      line_ids: list(id(), { max: MOST_ITEMS }).nullish(),
      /** Defaults to the open amount of the items. */
      amount: amount().nullish(),
      /** Defaults to the first IBAN of the third party. */
      iban: formattedText(34, 'iban').nullish(),
      /** Defaults to the structured communication of the item, or its references. */
      communication: text(140).nullish(),
    }),
    { min: 1, max: MOST_PAYMENTS },
  ),
});

const toRequestedSepaFile = (body: z.output<typeof Body>): RequestedSepaFile => ({
  direction: body.type,
  format: body.format ?? null,
  journal_id: body.journal_id,
  execution_date: body.execution_date,
  today: getBookToday(),
  batch_booking: body.batch_booking ?? null,
  payments: body.payments.map((payment) => ({
    third_party_id: payment.third_party_id,
    line_ids: payment.line_ids ?? [],
    amount: payment.amount ?? null,
    iban: payment.iban ?? null,
    communication: payment.communication ?? null,
  })),
});

export const sepaRoutes = [
  route({
    ...read,
    method: 'get',
    path: '/v1/companies/{company}/sepa-files',
    summary: 'List SEPA files of payments and direct debits, newest first',
    query: z.object({
      type: choice(SEPA_TYPES).optional(),
      status: choice(SEPA_STATUSES).optional(),
      journal_id: id().optional(),
      ...pageQuery(),
    }),
    replies: { 200: pageSchema(SepaFile) },
    async handle({ query, services, company, language, pathUrl }) {
      const { page, per_page: perPage, ...filter } = query;
      const { rows, total } = await listSepaFiles(services.pool, company.id, filter, page, perPage);
      return ok(paginate({ rows: rows.map(presentSepaFile), total, page, perPage, pathUrl, language }));
    },
  }),
  proposalRoute,
  route({
    ...write,
    role: 'manager',
    method: 'post',
    path: '/v1/companies/{company}/sepa-files',
    summary:
      'Create a SEPA file of payments to suppliers or direct debits from customers, from open items or as free orders',
    body: Body,
    alsoWrong: {
      standIns: {},
      findRefusal: ({ services, company }, body) =>
        findCommandRefusal(services, company.id, buildCreateSepaCommand, toRequestedSepaFile(body)),
    },
    example: async (scene) => ({ body: await buildFreeOrder(scene) }),
    replies: { 201: SepaFile },
    async handle({ body, services, company, write: context }) {
      const outcome = await createSepaFile(services, company.id, toRequestedSepaFile(body), context);
      if (isRefusal(outcome)) return outcome;
      const row = await findSepaFile(services.pool, company.id, outcome.id);
      return created(presentSepaFile(row!), { version: row!.version });
    },
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/companies/{company}/sepa-files/{id}',
    summary: 'Get a SEPA file with its orders and their total',
    params: ofFile,
    example: createExampleFile,
    replies: { 200: SepaFile },
    async handle({ params, services, company }) {
      const row = await findSepaFile(services.pool, company.id, params.id);
      return row ? ok(presentSepaFile(row), { version: row.version }) : refuse('not_found');
    },
  }),
  route({
    ...read,
    demo: 'blocked',
    role: 'manager',
    method: 'get',
    path: '/v1/companies/{company}/sepa-files/{id}/file',
    summary: 'Download the file for the bank; the first download is recorded',
    showsNow: 'a file made for the bank never changes',
    params: ofFile,
    example: createExampleFile,
    replies: { 200: z.string() },
    fileTypes: ['application/xml'],
    errorCodes: ['sepa_file_status'],
    async handle({ params, services, company, caller }) {
      const row = await findSepaFile(services.pool, company.id, params.id);
      if (!row) return refuse('not_found');
      if (row.status === 'cancelled')
        return refuse('sepa_file_status', { field: 'status', params: { status: row.status } });
      const context = createSystemContext('sepa_download', undefined, caller.userId);
      const refused = await markSepaFileDownloaded(services, company.id, params.id, context);
      if (refused) return refused;
      return {
        status: 200,
        raw: writeOrdersXml(row),
        headers: {
          'Content-Type': 'application/xml',
          'Content-Disposition': buildContentDisposition(row.message_id, 'xml', 'attachment'),
        },
      };
    },
  }),
  route({
    ...write,
    role: 'encoder',
    method: 'post',
    path: '/v1/companies/{company}/sepa-files/{id}/book',
    summary: 'Post a SEPA file on its execution date: on the transit account, matching the items it pays',
    params: ofFile,
    example: createBookableFile,
    replies: { 200: z.object({ sepa_file: SepaFile, entry: Entry }) },
    dryRun: entriesDryRun,
    errorCodes: ['sepa_file_status', 'period_locked', 'conflict'],
    async handle(request) {
      const { params, services, company, language, write: context } = request;
      const requested = { id: params.id, baseVersion: context.baseVersion };
      const outcome = await bookSepaFile(services, company.id, requested, context);
      if (isRefusal(outcome)) return withCurrentSepaFile(request, params.id, outcome);
      const [row, [entry]] = await Promise.all([
        findSepaFile(services.pool, company.id, params.id),
        readEntriesByIds(services.pool, company.id, [outcome.entryId]),
      ]);
      const body = { sepa_file: presentSepaFile(row!), entry: presentEntry(entry!, language) };
      return ok(body, { version: row!.version, recorded: true });
    },
  }),
  route({
    ...write,
    role: 'manager',
    method: 'post',
    path: '/v1/companies/{company}/sepa-files/{id}/cancel',
    summary: 'Cancel a SEPA file that is not posted: its items can be paid again',
    params: ofFile,
    body: z.object({ reason: text(500) }),
    example: async (scene) => ({ ...(await createExampleFile(scene)), body: { reason: 'Paid by hand' } }),
    replies: { 200: SepaFile },
    errorCodes: ['sepa_file_status', 'conflict'],
    async handle(request) {
      const { params, body, services, company, write: context } = request;
      const requested = { id: params.id, reason: body.reason, baseVersion: context.baseVersion };
      const refused = await cancelSepaFile(services, company.id, requested, context);
      if (refused) return withCurrentSepaFile(request, params.id, refused);
      const row = await findSepaFile(services.pool, company.id, params.id);
      return ok(presentSepaFile(row!), { version: row!.version, recorded: true });
    },
  }),
  route({
    ...write,
    role: 'manager',
    method: 'delete',
    path: '/v1/companies/{company}/sepa-files/{id}',
    summary: 'Move a SEPA file that is not posted to the recycle bin: its items can be paid again',
    params: ofFile,
    example: createExampleFile,
    replies: { 204: null },
    errorCodes: ['sepa_file_status', 'conflict'],
    handle: (request) => sepaTrash.trash(request, request.params.id),
  }),
];

/** On a conflict, adds the SEPA file as stored on the server. */
export function withCurrentSepaFile(
  { services, company }: Pick<RouteRequest, 'services' | 'company'>,
  fileId: number,
  refused: Refusal,
): Promise<Refusal> {
  return withServerData(refused, async () => {
    const row = await findSepaFile(services.pool, company.id, fileId);
    return row ? presentSepaFile(row) : null;
  });
}

/** An advance to a supplier with a bank account, from an account of the company. */
async function buildFreeOrder({ after }: Scene) {
  const { answer: journal } = await after('POST /v1/companies/{company}/journals', {
    body: { type: 'bank', iban: 'BE68539007547034' },
  });
  const { answer: supplier } = await after('POST /v1/companies/{company}/third-parties', {
    body: { type: 'supplier', ibans: ['BE71096123456769'] },
  });
  const payments = [{ third_party_id: supplier.id, amount: '50.00', communication: 'Acompte' }];
  return { type: 'credit_transfer', journal_id: journal.id, execution_date: getExampleDay(), payments } as const;
}

const getExampleDay = (): string => findNextBankWorkingDay(getBookToday());

/** Opens the fiscal years after the first one of the examples, 2026, until the execution date. */
async function createBookableFile(scene: Scene) {
  const last = Number(getExampleDay().slice(0, 4));
  const years = Array.from({ length: Math.max(0, last - 2026) }, (_, index) => 2027 + index);
  await scene.once('fiscal years of SEPA files', async () => {
    const path = 'POST /v1/companies/{company}/fiscal-years';
    for (const year of years)
      await scene.after(path, {
        company: scene.company,
        body: { starts_on: `${year}-01-01`, ends_on: `${year}-12-31` },
      });
  });
  return createExampleFile(scene);
}

async function createExampleFile({ after }: Scene) {
  return { params: { id: (await after(`POST ${ALL}`)).answer.id } };
}
