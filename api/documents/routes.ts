import { z } from 'zod';
import { bookDocument, buildBookCommand } from '../../commands/documents/book-document.ts';
import { buildChangeCommand, changeDocument } from '../../commands/documents/change-document.ts';
import { buildRecordCommand, recordDocument } from '../../commands/documents/record-document.ts';
import { DOCUMENT_DIRECTIONS } from '../../domain/documents/document-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { DOCUMENT_KINDS } from '../../domain/documents/terms.ts';
import {
  readDocumentsByIds,
  findDocuments,
  PAYMENT_FILTERS,
  type DocumentTotals,
} from '../../projections/documents/queries.ts';
import { findEntry } from '../../projections/ledger/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { withFreshRecord, withSharedRecord } from '../http/routing/example.ts';
import { choice, date, id, pageQuery, text } from '../http/input/fields.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { decimalString } from '../http/reply/output.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { warningsMember, withWarnings } from '../http/reply/warnings.ts';
import { Entry, presentEntry } from '../ledger/entry.ts';
import { EntryPreview, presentPreviews } from '../ledger/preview.ts';
import { BookBody, DocumentBody, DocumentChangeBody, toRequestedChanges, toRequestedDocument } from './bodies.ts';
import {
  Document,
  DOCUMENT_STATUSES,
  DOCUMENT_TYPES,
  presentDocuments,
  findPresentedDocument,
  WrittenDocument,
} from './document.ts';
import { documentChangeExample, buildDocumentExample } from './examples.ts';
import { listExcessWarnings } from './excess-warnings.ts';
import { DocumentPayment, presentPayments } from './payment.ts';
import { DraftDryRun, presentDraft } from './draft-dry-run.ts';
import { findSimilarityWarnings } from './similar.ts';
import { documentTrash } from './bin.ts';
import { findCommandRefusal } from '../../commands/support/preview.ts';

export const DOCUMENTS = '/v1/companies/{company}/documents';
export const ONE_DOCUMENT = `${DOCUMENTS}/{id}`;
const common = { area: 'documents', demo: 'allowed' } as const;
const writing = { ...common, ability: 'write', role: 'encoder' } as const;
const reading = { ...common, ability: 'read', role: 'any' } as const;
const ofDocument = z.object({ id: id() });

/** Ids that match nothing and no lines: problems that follow from these values are not reported. */
const STAND_INS = { third_party_id: Number.MAX_SAFE_INTEGER, document_date: '1900-01-01', lines: [] };

const DocumentQuery = z.object({
  status: choice(DOCUMENT_STATUSES).optional(),
  direction: choice(DOCUMENT_DIRECTIONS).optional(),
  type: choice(DOCUMENT_TYPES).optional(),
  kind: choice(DOCUMENT_KINDS).optional(),
  payment: choice(PAYMENT_FILTERS).optional().meta({
    description:
      'Booked documents of which something is open, is open after its due date (`late`), or nothing is open.',
  }),
  third_party_id: id().optional(),
  from: date().optional(),
  to: date().optional(),
  q: text(200).optional().meta({
    description:
      'Words in the number, lines, notes, communication or name of the third party; all must match, in any order.',
  }),
  ...pageQuery(),
});

const ListedDocument = Document.extend({
  payment: DocumentPayment.nullable().meta({ description: 'Null if the document is not booked.' }),
}).meta({ id: 'ListedDocument' });

const Totals = z
  .object({
    type: z.enum(DOCUMENT_TYPES),
    currency: z.string(),
    amount_net: decimalString,
    amount_vat: decimalString,
    amount_gross: decimalString,
    open_amount: decimalString.meta({ description: 'Of booked documents, in this currency.' }),
  })
  .meta({
    id: 'DocumentTotals',
    description:
      'Over all pages; credit notes count negative. Quotations and pro formas count only in a list of their `kind`.',
  });

const presentTotals = ({ direction, ...totals }: DocumentTotals): z.output<typeof Totals> => ({
  type: direction === 'purchase' ? 'purchases' : 'sales',
  currency: totals.currency,
  amount_net: totals.amount_net,
  amount_vat: totals.amount_vat,
  amount_gross: totals.amount_gross,
  open_amount: totals.open_amount,
});

export const documentRoutes = [
  route({
    ...reading,
    method: 'get',
    path: '/v1/companies/{company}/documents',
    summary: 'List documents, newest first: purchase and sales invoices and credit notes',
    query: DocumentQuery,
    replies: { 200: pageSchema(ListedDocument, { totals: z.array(Totals) }) },
    async handle(request) {
      const { query, services, company, language, pathUrl } = request;
      const { page, per_page: perPage, ...filter } = query;
      const span = { limit: perPage, offset: (page - 1) * perPage };
      const { total, ids, totals } = await findDocuments(services.pool, company.id, filter, span);
      const found = await readDocumentsByIds(services.pool, company.id, ids);
      const [shown, payments] = await Promise.all([presentDocuments(request, found), presentPayments(request, found)]);
      const rows = shown.map((document) => ({ ...document, payment: payments.get(document.id) ?? null }));
      return ok({ ...paginate({ rows, total, page, perPage, pathUrl, language }), totals: totals.map(presentTotals) });
    },
  }),
  route({
    ...writing,
    method: 'post',
    path: '/v1/companies/{company}/documents',
    summary: 'Record a document by hand; it waits for booking',
    body: DocumentBody,
    alsoWrong: {
      standIns: STAND_INS,
      async findRefusal({ services, company }, body) {
        const document = toRequestedDocument(body);
        if (isRefusal(document)) return document;
        return findCommandRefusal(services, company.id, buildRecordCommand, { document, isForced: true });
      },
    },
    example: async (scene) => ({ body: await buildDocumentExample(scene) }),
    replies: { 201: WrittenDocument },
    dryRun: { reply: DraftDryRun, present: presentDraft },
    errorCodes: ['document_already_exists'],
    async handle(request) {
      const { body, services, company, write } = request;
      const document = toRequestedDocument(body);
      if (isRefusal(document)) return document;
      const requested = { document, isForced: body.force ?? false };
      const outcome = await recordDocument(services, company.id, requested, write);
      return isRefusal(outcome) ? outcome : respondWithDocument(request, outcome.documentId, created);
    },
  }),
  route({
    ...reading,
    method: 'get',
    path: '/v1/companies/{company}/documents/{id}',
    summary: 'Get a document with its lines',
    params: ofDocument,
    example: withSharedRecord('documents'),
    replies: { 200: Document },
    async handle(request) {
      const shown = await findPresentedDocument(request, request.params.id);
      return shown ? ok(shown, { version: shown.version }) : refuse('not_found');
    },
  }),
  route({
    ...writing,
    method: 'patch',
    path: '/v1/companies/{company}/documents/{id}',
    summary: 'Change a document that waits for booking; absent fields stay as they are',
    params: ofDocument,
    body: DocumentChangeBody,
    alsoWrong: {
      standIns: {},
      async findRefusal({ services, company, params }, body) {
        const changes = toRequestedChanges(body);
        if (isRefusal(changes)) return changes;
        const requested = { id: params.id, changes, isForced: true, baseVersion: null };
        return findCommandRefusal(services, company.id, buildChangeCommand, requested);
      },
    },
    example: async (scene) => ({ ...(await withFreshRecord('documents')(scene)), body: documentChangeExample }),
    replies: { 200: WrittenDocument },
    errorCodes: ['conflict', 'document_booked', 'document_already_exists'],
    async handle(request) {
      const { body, params, services, company, write } = request;
      const changes = toRequestedChanges(body);
      if (isRefusal(changes)) return changes;
      const requested = { id: params.id, changes, isForced: body.force ?? false, baseVersion: write.baseVersion };
      const outcome = await changeDocument(services, company.id, requested, write);
      if (isRefusal(outcome)) return withServerDocument(request, params.id, outcome);
      const { isRecorded } = outcome;
      return respondWithDocument(request, params.id, (shown, extras) => ok(shown, { ...extras, recorded: isRecorded }));
    },
  }),
  route({
    ...writing,
    method: 'delete',
    path: '/v1/companies/{company}/documents/{id}',
    summary: 'Move a document that is not booked yet to the recycle bin',
    params: ofDocument,
    example: withFreshRecord('documents'),
    replies: { 204: null },
    errorCodes: ['conflict', 'document_booked'],
    handle: (request) => documentTrash.trash(request, request.params.id),
  }),
  route({
    ...writing,
    method: 'post',
    path: '/v1/companies/{company}/documents/{id}/book',
    summary: 'Book a document: its entry is posted to the given journal, or to the one chosen by the journal rules',
    params: ofDocument,
    body: BookBody,
    alsoWrong: {
      standIns: {},
      findRefusal: ({ services, company, params }, body) =>
        findCommandRefusal(services, company.id, buildBookCommand, {
          ...toBookingRequest(params.id, body),
          isForced: true,
          baseVersion: null,
        }),
    },
    example: async (scene) => ({ ...(await withFreshRecord('documents')(scene)), body: { entry_date: '2026-01-31' } }),
    replies: { 201: z.object({ document: Document, entry: Entry, warnings: warningsMember }) },
    dryRun: {
      reply: z.object({ dry_run: z.literal(true), entry: EntryPreview }).meta({ id: 'BookingDryRun' }),
      present: ({ language }, rehearsed) => ({ entry: presentPreviews(rehearsed, language)[0]! }),
    },
    errorCodes: [
      'conflict',
      'period_locked',
      'document_booked',
      'invoice_already_posted',
      'mentions_missing',
      'credit_exceeds_invoice',
      'advance_deducted',
    ],
    async handle(request) {
      const { body, params, services, company, language, write } = request;
      const requested = { ...toBookingRequest(params.id, body), baseVersion: write.baseVersion };
      const outcome = await bookDocument(services, company.id, requested, write);
      if (isRefusal(outcome)) return withServerDocument(request, params.id, outcome);
      const [document, entry] = await Promise.all([
        findPresentedDocument(request, params.id),
        findEntry(services.pool, company.id, outcome.entryId),
      ]);
      if (!document || !entry) return refuse('not_found');
      const booked = { document, entry: presentEntry(entry, language) };
      const warnings = listExcessWarnings(outcome.excess, language);
      return created(withWarnings(booked, warnings), { version: document.version });
    },
  }),
];

const toBookingRequest = (documentId: number, body: z.output<typeof BookBody>) => ({
  id: documentId,
  journal_id: body.journal_id ?? null,
  entry_date: body.entry_date ?? null,
  isForced: body.force ?? false,
  isStrict: body.strict ?? false,
});

export type DocumentRequest = Pick<RouteRequest, 'services' | 'company' | 'language'>;

/** Responds with the saved document and warnings about possible mistakes. */
async function respondWithDocument(request: DocumentRequest, documentId: number, reply: typeof ok) {
  const shown = await findPresentedDocument(request, documentId);
  if (!shown) return refuse('not_found');
  const warnings = await findSimilarityWarnings(request, shown);
  return reply(withWarnings(shown, warnings), { version: shown.version });
}

/** Adds the document as stored on the server to a conflict. */
export function withServerDocument(request: DocumentRequest, documentId: number, refusal: Refusal): Promise<Refusal> {
  return withServerData(refusal, async () => (await findPresentedDocument(request, documentId)) ?? null);
}
