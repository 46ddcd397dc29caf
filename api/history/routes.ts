import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { eventsRoute } from './events.ts';
import { ChainVerification, presentVerification } from './verification.ts';

export const historyRoutes = [
  route({
    area: 'history',
    method: 'get',
    path: '/v1/companies/{company}/history/verify',
    summary: 'Recompute the hash chain of the company file and compare it with the signed heads',
    showsNow: 'the chain always covers the log up to now',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    replies: { 200: ChainVerification },
    async handle({ services, company, language }) {
      return ok(presentVerification(await services.verifyStream(`company-${company.id}`), language));
    },
  }),
  eventsRoute,
];
