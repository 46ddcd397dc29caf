import { z } from 'zod';
import { makeMessageDue, wakePeppolWorkers } from '../../stores/peppol/due.ts';
import { receiveMessages } from '../../commands/peppol/receive.ts';
import { findParties, resendMessage } from '../../commands/peppol/send-document.ts';
import { refuseWithoutPlatform } from '../../commands/peppol/toolbox.ts';
import { MESSAGE_DIRECTIONS, MESSAGE_STATUSES } from '../../domain/peppol/peppol-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import {
  findMessage,
  listMessages,
  readPeppolMessagesByIds,
  type MessageRow,
} from '../../projections/peppol/queries.ts';
import { buildSendableDocument } from '../documents/outgoing-ubl.ts';
import { choice, id, pageQuery } from '../http/input/fields.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { accepted, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { isMessageKey } from '../i18n/catalogue.ts';
import { useRegisteredCompany, sendExampleMessage } from './examples.ts';
import { PeppolMessage, presentMessage } from './message.ts';

const common = { area: 'peppol' } as const;
const writing = { ...common, ability: 'write', role: 'encoder', demo: 'blocked' } as const;

const Received = z
  .object({
    data: z.array(PeppolMessage).meta({ description: 'Messages received by this request.' }),
    errors: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .meta({ description: 'Messages that could not be received and remain at the access point.' }),
  })
  .meta({ id: 'ReceivedPeppolMessages' });

export const messageRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/peppol/messages',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    summary: 'List sent and received messages, newest first',
    query: z.object({
      direction: choice(MESSAGE_DIRECTIONS).optional(),
      status: choice(MESSAGE_STATUSES).optional(),
      document_id: id().optional(),
      ...pageQuery(),
    }),
    replies: { 200: pageSchema(PeppolMessage) },
    async handle({ query, services, company, language, pathUrl }) {
      const { page, per_page: perPage, ...filter } = query;
      const found = await listMessages(services.pool, company.id, filter, page, perPage);
      const rows = found.rows.map((row) => presentMessage(row, language));
      return ok(paginate({ rows, total: found.total, page, perPage, pathUrl, language }));
    },
  }),
  route({
    ...writing,
    method: 'post',
    path: '/v1/companies/{company}/peppol/receive',
    operationId: 'receivePeppolMessages',
    summary:
      'Fetch waiting messages from the access point: invoices go to the importer, responses to the messages they refer to',
    perMinute: 30,
    example: useRegisteredCompany,
    replies: { 200: Received },
    errorCodes: [
      ...['peppol_not_registered', 'peppol_incoming_disabled'],
      ...['access_point_not_configured', 'peppol_unavailable'],
    ],
    async handle({ services, company, language, write }) {
      const outcome = await receiveMessages(services, company.id, write);
      if (isRefusal(outcome)) return outcome;
      const rows = await readPeppolMessagesByIds(services.pool, company.id, outcome.messageIds);
      const errors = outcome.problems.map(({ code, params = {} }) => ({
        code,
        message: isMessageKey(code) ? translate(code, language, params) : code,
      }));
      const data = rows.map((row) => presentMessage(row, language));
      return ok({ data, errors }, { recorded: rows.length > 0 });
    },
  }),
  route({
    ...writing,
    method: 'post',
    path: '/v1/companies/{company}/peppol/messages/{id}/resend',
    operationId: 'resendPeppolMessage',
    concerns: 'peppol-messages',
    summary: 'Send a message again with the present document; a waiting message is sent immediately',
    params: z.object({ id: id() }),
    example: sendExampleMessage,
    replies: { 202: PeppolMessage },
    errorCodes: [
      ...['peppol_message_incoming', 'peppol_not_registered', 'peppol_not_active', 'peppol_outgoing_disabled'],
      ...['peppol_recipient_unknown', 'peppol_recipient_refuses', 'ubl_rules_broken', 'platform_not_configured'],
      ...['access_point_not_configured', 'peppol_not_configured', 'peppol_unavailable'],
    ],
    async handle(request) {
      const { params, services, company, language } = request;
      const row = await findMessage(services.pool, company.id, params.id);
      if (!row) return refuse('not_found');
      const outcome = row.status === 'queued' ? await retryNow(request, row) : await resendDocument(request, row);
      if (isRefusal(outcome)) return outcome;
      const after = await findMessage(services.pool, company.id, params.id);
      return accepted(presentMessage(after!, language), { version: after!.version, recorded: outcome.isRecorded });
    },
  }),
];

type Request = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;

async function retryNow(
  { services }: Request,
  { id: messageId }: MessageRow,
): Promise<{ readonly isRecorded: boolean }> {
  await makeMessageDue(services.pool, messageId);
  await wakePeppolWorkers(services.pool);
  return { isRecorded: false };
}

async function resendDocument(
  { services, company, language, write }: Request,
  row: MessageRow,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const { id: messageId, direction, document_id } = row;
  if (direction === 'in' || document_id === null) return refuse('peppol_message_incoming', { field: 'id' });
  const xml = await buildContentAgain({ services, company, language }, document_id, row);
  return isRefusal(xml) ? xml : resendMessage(services, company.id, { id: messageId, xml }, write);
}

/** A status is sent as it was, a document as it is now. */
async function buildContentAgain(
  { services, company, language }: Pick<Request, 'services' | 'company' | 'language'>,
  documentId: number,
  { network, participant, document_type, content }: MessageRow,
): Promise<Buffer | Refusal> {
  if (network === 'platform' && services.platform === null) return refuseWithoutPlatform();
  if (document_type === 'response')
    return (content && (await services.files.read('documents', content.sha256))) ?? refuse('not_found');
  const parties = network === 'platform' ? null : await findParties(services, company.id, documentId, participant);
  if (isRefusal(parties)) return parties;
  const profile = network === 'platform' ? 'fr' : 'peppol';
  const document = await buildSendableDocument(services, company.id, documentId, { parties, profile, language });
  return isRefusal(document) ? document : document.xml;
}
