import { z } from 'zod';
import { openDemoSession } from '../../commands/demo/open-session.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { listFirmCompanies, listFirms } from '../../projections/firms/queries.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { choice, text } from '../http/input/fields.ts';
import { publicToken, timestamp } from '../http/reply/output.ts';
import { created } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { withRetryAfter } from './retry-after.ts';
import { presentUser, User } from './user.ts';

const Demo = z
  .object({
    firm: z.object({ public_token: publicToken, name: z.string() }),
    companies: z.array(z.object({ public_token: publicToken, code: z.string(), name: z.string() })),
    expires_at: timestamp.meta({ description: 'When the user and the token of this session expire.' }),
    resets_at: timestamp.meta({ description: 'When the demo data are next reset.' }),
  })
  .meta({ description: 'The firm and the company files of the demo, and how long they last.' });

/** Loading takes some tens of seconds. */
const LOADED_SECONDS = 10;

export const demoRoute = route({
  area: 'auth',
  role: 'any',
  demo: 'allowed',
  method: 'post',
  path: '/v1/auth/demo',
  summary: 'Start a demo session in a firm with four fictitious company files',
  ability: 'public',
  perMinute: 10,
  body: z.object({ locale: choice(LANGUAGES).nullish(), device_name: text(100).nullish() }),
  example: async ({ demo }) => {
    await demo();
    return { body: { locale: 'en' as const } };
  },
  replies: { 201: z.object({ token: z.string(), user: User, demo: Demo }) },
  errorCodes: ['demo_off', 'demo_unavailable'],
  async handle({ body, language, ip, services, write }) {
    if (!services.offersDemo) return refuse('demo_off');
    // Requests reach the instance of the demo as soon as it is loaded.
    if (services.demo === null)
      return withRetryAfter(refuse('demo_unavailable', { params: { seconds: LOADED_SECONDS } }));
    const visitor = { locale: body.locale ?? language, deviceName: body.device_name ?? 'demo', ip };
    const session = await openDemoSession(services, visitor, write, new Date());
    services.demo.onCopyGiven();
    if (isRefusal(session)) return withRetryAfter(session);
    await services.access.waitUntilApplied(session.rightsChangedAt);
    const { pool } = services;
    const [user, [firm], companies] = await Promise.all([
      findUser(pool, session.userId),
      listFirms(pool, [session.firmId]),
      listFirmCompanies(pool, session.firmId, 'all'),
    ]);
    const demo = {
      firm: { public_token: firm!.public_token, name: firm!.name },
      companies: companies
        .toSorted((one, other) => one.id - other.id)
        .map(({ public_token, code, name }) => ({ public_token, code, name })),
      expires_at: formatTimestamp(session.expiresAt),
      resets_at: formatTimestamp(session.resetsAt),
    };
    const shown = { token: session.token, user: presentUser(user!, user!.memberships), demo };
    return created(shown, { recorded: false });
  },
});
