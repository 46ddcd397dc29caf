import { z } from 'zod';
import { bookDocument, refusalOfBooking } from '../../commands/documents/book-document.ts';
import { changeDocument, refusalOfDocumentChange } from '../../commands/documents/change-document.ts';
import { trashDocument } from '../../commands/documents/keep-document.ts';
import { recordDocument, refusalOfRecording } from '../../commands/documents/record-document.ts';
import { DOCUMENT_DIRECTIONS } from '../../domain/documents/document-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { documentsByIds, findDocuments } from '../../projections/documents/queries.ts';
import { findEntry } from '../../projections/ledger/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { ofFresh, ofStanding } from '../http/routing/example.ts';
import { choice, date, id, pageQuery, text } from '../http/input/fields.ts';
import { pageOf, paginate } from '../http/reply/pagination.ts';
import { created, noContent, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { withWarnings } from '../http/reply/warnings.ts';
import { Entry, presentEntry } from '../ledger/entry.ts';
import { BookBody, DocumentBody, DocumentChangeBody, requestedChanges, requestedDocument } from './bodies.ts';
import {
  Document,
  DOCUMENT_STATUSES,
  DOCUMENT_TYPES,
  presentDocuments,
  shownDocument,
  WrittenDocument,
} from './document.ts';
import { documentChangeExample, documentExample } from './examples.ts';
import { similarityWarnings } from './similar.ts';

export const DOCUMENTS = '/v1/companies/{company}/documents';
export const ONE_DOCUMENT = `${DOCUMENTS}/{id}`;
const common = { area: 'documents', demo: 'allowed' } as const;
const writing = { ...common, ability: 'write', role: 'encoder' } as const;
const reading = { ...common, ability: 'read', role: 'any' } as const;
const ofDocument = z.object({ id: id() });

/** Ids that nothing has, and nothing to add up: what follows from them is not told. */
const STAND_INS = { third_party_id: Number.MAX_SAFE_INTEGER, document_date: '1900-01-01', lines: [] };

const DocumentQuery = z.object({
  status: choice(DOCUMENT_STATUSES).optional(),
  direction: choice(DOCUMENT_DIRECTIONS).optional(),
  type: choice(DOCUMENT_TYPES).optional(),
  third_party_id: id().optional(),
  from: date().optional(),
  to: date().optional(),
  q: text(200).optional().meta({
    description:
      'Words of the number, the lines, the notes, the communication or the name of the third party, all of them in any order.',
  }),
  ...pageQuery(),
});

export const documentRoutes = [
  route({
    ...reading,
    method: 'get',
    path: DOCUMENTS,
    summary: 'Documents, newest first: invoices and credit notes, bought and sold',
    query: DocumentQuery,
    replies: { 200: pageOf(Document) },
    async handle(request) {
      const { query, services, company, language, pathUrl } = request;
      const { page, per_page: perPage, type, ...filter } = query;
      const ofType = type && (type === 'purchases' ? 'purchase' : 'sale');
      if (ofType && filter.direction && ofType !== filter.direction)
        return ok(paginate({ rows: [], total: 0, page, perPage, pathUrl, language }));
      const direction = filter.direction ?? ofType;
      const span = { limit: perPage, offset: (page - 1) * perPage };
      const { total, ids } = await findDocuments(services.pool, company.id, { ...filter, direction }, span);
      const rows = await presentDocuments(request, await documentsByIds(services.pool, company.id, ids));
      return ok(paginate({ rows, total, page, perPage, pathUrl, language }));
    },
  }),
  route({
    ...writing,
    method: 'post',
    path: DOCUMENTS,
    summary: 'Record a document that is typed in; it waits to be booked',
    body: DocumentBody,
    alsoWrong: {
      standIns: STAND_INS,
      async judge({ services, company }, body) {
        const document = requestedDocument(body);
        if (isRefusal(document)) return document;
        return refusalOfRecording(services, company.id, { document, isForced: true });
      },
    },
    example: async (scene) => ({ body: await documentExample(scene) }),
    replies: { 201: WrittenDocument },
    errorCodes: ['document_already_exists'],
    async handle(request) {
      const { body, services, company, write } = request;
      const document = requestedDocument(body);
      if (isRefusal(document)) return document;
      const requested = { document, isForced: body.force ?? false };
      const outcome = await recordDocument(services, company.id, requested, write);
      return isRefusal(outcome) ? outcome : answer(request, outcome.documentId, created);
    },
  }),
  route({
    ...reading,
    method: 'get',
    path: ONE_DOCUMENT,
    summary: 'A document with its lines',
    params: ofDocument,
    example: ofStanding('documents'),
    replies: { 200: Document },
    async handle(request) {
      const shown = await shownDocument(request, request.params.id);
      return shown ? ok(shown, { version: shown.version }) : refuse('not_found');
    },
  }),
  route({
    ...writing,
    method: 'patch',
    path: ONE_DOCUMENT,
    summary: 'Change a document that waits to be booked; what is left out stays as it is',
    params: ofDocument,
    body: DocumentChangeBody,
    alsoWrong: {
      standIns: {},
      async judge({ services, company, params }, body) {
        const changes = requestedChanges(body);
        if (isRefusal(changes)) return changes;
        const requested = { id: params.id, changes, isForced: true, baseVersion: null };
        return refusalOfDocumentChange(services, company.id, requested);
      },
    },
    example: async (scene) => ({ ...(await ofFresh('documents')(scene)), body: documentChangeExample }),
    replies: { 200: WrittenDocument },
    errorCodes: ['conflict', 'document_booked', 'document_already_exists'],
    async handle(request) {
      const { body, params, services, company, write } = request;
      const changes = requestedChanges(body);
      if (isRefusal(changes)) return changes;
      const requested = { id: params.id, changes, isForced: body.force ?? false, baseVersion: write.baseVersion };
      const outcome = await changeDocument(services, company.id, requested, write);
      if (isRefusal(outcome)) return documentConflict(request, params.id, outcome);
      const { isRecorded } = outcome;
      return answer(request, params.id, (shown, extras) => ok(shown, { ...extras, recorded: isRecorded }));
    },
  }),
  route({
    ...writing,
    method: 'delete',
    path: ONE_DOCUMENT,
    summary: 'Put a document that waits to be booked into the recycle bin',
    params: ofDocument,
    example: ofFresh('documents'),
    replies: { 204: null },
    errorCodes: ['conflict', 'document_booked'],
    async handle(request) {
      const { params, services, company, write } = request;
      const refused = await trashDocument(services, company.id, { ...params, baseVersion: write.baseVersion }, write);
      if (refused) return documentConflict(request, params.id, refused);
      return noContent({ recorded: true, headers: { 'X-Trashed': '1' } });
    },
  }),
  route({
    ...writing,
    method: 'post',
    path: `${ONE_DOCUMENT}/book`,
    summary: 'Book a document: its entry is posted to the journal that the rules send it to, unless one is named',
    params: ofDocument,
    body: BookBody,
    alsoWrong: {
      standIns: {},
      judge: ({ services, company, params }, body) =>
        refusalOfBooking(services, company.id, { ...bookingOf(params.id, body), isForced: true, baseVersion: null }),
    },
    example: async (scene) => ({ ...(await ofFresh('documents')(scene)), body: { entry_date: '2026-01-31' } }),
    replies: { 201: z.object({ document: Document, entry: Entry }) },
    errorCodes: ['conflict', 'period_locked', 'document_booked', 'invoice_already_posted'],
    async handle(request) {
      const { body, params, services, company, language, write } = request;
      const requested = { ...bookingOf(params.id, body), baseVersion: write.baseVersion };
      const outcome = await bookDocument(services, company.id, requested, write);
      if (isRefusal(outcome)) return documentConflict(request, params.id, outcome);
      const [document, entry] = await Promise.all([
        shownDocument(request, params.id),
        findEntry(services.pool, company.id, outcome.entryId),
      ]);
      if (!document || !entry) return refuse('not_found');
      return created({ document, entry: presentEntry(entry, language) }, { version: document.version });
    },
  }),
];

const bookingOf = (documentId: number, body: z.output<typeof BookBody>) => ({
  id: documentId,
  journal_id: body.journal_id ?? null,
  entry_date: body.entry_date ?? null,
  isForced: body.force ?? false,
});

export type DocumentRequest = Pick<RouteRequest, 'services' | 'company' | 'language'>;

/** The document as it was written, and what may be a mistake in it. */
async function answer(request: DocumentRequest, documentId: number, reply: typeof ok) {
  const shown = await shownDocument(request, documentId);
  if (!shown) return refuse('not_found');
  const warnings = await similarityWarnings(request, shown);
  return reply(withWarnings(shown, warnings), { version: shown.version });
}

/** A conflict shows the document as the server has it. */
export function documentConflict(request: DocumentRequest, documentId: number, refusal: Refusal): Promise<Refusal> {
  return withServerData(refusal, async () => (await shownDocument(request, documentId)) ?? null);
}
