import { z } from 'zod';
import { announceParticipant } from '../../commands/peppol/access-point.ts';
import { text } from '../http/input/fields.ts';
import { route } from '../http/routing/route.ts';

/** Webhook of an access point. A signed call only announces news; the news itself is fetched from the access point. */
export const inboxRoute = route({
  method: 'post',
  path: '/v1/peppol/inbox/{provider}',
  operationId: 'announceToPeppolInbox',
  area: 'peppol',
  summary: 'Receive a notification of the access point; it is authenticated by its signature over the body',
  ability: 'provider',
  role: 'any',
  demo: 'allowed',
  params: z.object({ provider: text(40).meta({ description: 'The access point, such as `recommand`.' }) }),
  example: { params: { provider: 'recommand' } },
  replies: { 202: null },
  async handle({ services, params, signedBody, headers }) {
    const { accessPoint, pool } = services;
    const news = accessPoint?.parseNotification(headers, signedBody) ?? null;
    if (news) await announceParticipant(pool, params.provider, news.reference);
    return { status: 202 };
  },
});
