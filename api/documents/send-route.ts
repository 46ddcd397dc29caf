import { z } from 'zod';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { bool, choice, id, text } from '../http/input/fields.ts';
import { accepted } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { withRetryAfter } from '../identity/retry-after.ts';
import { Mail } from '../mail/mail.ts';
import { prepareDocumentToSend } from '../peppol/examples.ts';
import { PeppolMessage } from '../peppol/message.ts';
import { STRICT } from './bodies.ts';
import { CHANNELS } from './channels.ts';
import { Document, findPresentedDocument } from './document.ts';
import { withServerDocument } from './routes.ts';
import { findMissingRefusal } from './missing.ts';
import { sendByMail } from './send-by-mail.ts';
import { queueOnPeppol, queueOnPlatform, sendByNetwork } from './send-by-network.ts';
import { findVersionConflict } from '../../domain/versions.ts';

const Params = z.object({ id: id() });
const Body = z.object({
  channel: choice(CHANNELS).meta({ description: 'Channel used to send it.' }),
  to: text(320).nullish().meta({
    description:
      'A mail address, a participant id for Peppol, or an electronic address for the platform; by default that of the third party.',
  }),
  strict: bool().nullish().meta({ description: STRICT }),
  force: bool().nullish().meta({ description: 'Sends the document even if it was already sent there.' }),
});

interface SentDocument {
  readonly documentId: number;
  readonly to: string | null;
  readonly isForced: boolean;
}

type Message = z.output<typeof PeppolMessage> | z.output<typeof Mail>;
type Request = RouteRequest<z.output<typeof Params>, unknown, z.output<typeof Body>>;

export const sendRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/documents/{id}/send',
  operationId: 'sendDocument',
  area: 'documents',
  summary:
    'Send a document by mail, or an issued one through Peppol or the approved platform (France), in the background',
  ability: 'write',
  role: 'encoder',
  demo: 'blocked',
  perMinute: 30,
  heavy: 'always',
  params: Params,
  body: Body,
  example: async (scene) => ({ ...(await prepareDocumentToSend(scene)), body: { channel: 'peppol' as const } }),
  replies: { 202: z.object({ document: Document, message: z.union([PeppolMessage, Mail]) }) },
  errorCodes: [
    ...[
      'conflict',
      'document_already_sent',
      'ubl_of_sales_only',
      'ubl_of_offer',
      'ubl_tax_differs',
      'ubl_rules_broken',
    ],
    ...['peppol_not_registered', 'peppol_not_active', 'peppol_outgoing_disabled'],
    ...['peppol_identifier_missing', 'peppol_recipient_unknown', 'peppol_recipient_refuses'],
    ...['access_point_not_configured', 'peppol_not_configured', 'peppol_unavailable'],
    ...['platform_not_configured', 'platform_number_missing', 'platform_recipient_missing', 'document_not_issued'],
    ...['mail_not_configured', 'mail_quota_exceeded', 'mentions_missing'],
  ],
  async handle(request) {
    const { params, body, services, company, write } = request;
    const document = await findPresentedDocument(request, params.id);
    if (!document) return refuse('not_found');
    const conflict = findVersionConflict(document, write.baseVersion);
    if (conflict) return withServerDocument(request, params.id, conflict);
    const incomplete = body.strict ? await findMissingRefusal(services.pool, company.id, params.id) : null;
    if (incomplete) return incomplete;
    const sent = { documentId: params.id, to: body.to ?? null, isForced: body.force ?? false };
    const message = await sendThrough(request, sent);
    if (isRefusal(message)) return withRetryAfter(await withServerDocument(request, params.id, message));
    return accepted({ document, message }, { recorded: true });
  },
});

function sendThrough(request: Request, sent: SentDocument): Promise<Message | Refusal> {
  switch (request.body.channel) {
    case 'mail':
      return sendByMail(request, sent);
    case 'peppol':
      return sendByNetwork(request, sent, queueOnPeppol);
    case 'platform':
      return sendByNetwork(request, sent, queueOnPlatform);
  }
}
