import { z } from 'zod';
import { announced } from '../../commands/peppol/access-point.ts';
import { text } from '../http/input/fields.ts';
import { route } from '../http/routing/route.ts';

/** Where an access point calls. What it signed only says that there is news: the news itself is asked for, at its own address. */
export const inboxRoute = route({
  method: 'post',
  path: '/v1/peppol/inbox/{provider}',
  area: 'peppol',
  summary: 'The access point tells that something has happened; its signature over the body is the key',
  ability: 'provider',
  role: 'any',
  demo: 'allowed',
  params: z.object({ provider: text(40).meta({ description: 'The access point, such as `recommand`.' }) }),
  example: { params: { provider: 'recommand' } },
  replies: { 202: null },
  async handle({ services, params, signedBody, headers }) {
    const { accessPoint, pool } = services;
    const news = accessPoint?.notification(headers, signedBody) ?? null;
    if (news) await announced(pool, params.provider, news.reference);
    return { status: 202 };
  },
});
