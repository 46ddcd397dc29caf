import { z } from 'zod';
import { acceptInvitation, findInvitation } from '../../commands/identity/accept-invitation.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../stores/identity/password-hashing.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { LinkRow } from '../../projections/identity/links.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { bool, choice, text } from '../http/input/fields.ts';
import { publicToken, timestamp } from '../http/reply/output.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { buildCodeFields, toGivenCodes } from './codes.ts';
import { renderInvitationPage } from './invitation-page.ts';
import { withRetryAfter } from './retry-after.ts';
import { presentUser, User } from './user.ts';

const SHARED = { area: 'auth', role: 'any', ability: 'public', demo: 'blocked', perMinute: 20 } as const;
const LONGEST_NAME = 190;
const params = z.object({ token: text(80) });

const OpenInvitation = z
  .object({
    firm: z.object({ public_token: publicToken, name: z.string() }).nullable().meta({
      description: 'Null for an invitation to administer the platform.',
    }),
    email: z.string(),
    expires_at: timestamp,
    needs: z.enum(['new_password', 'password']).meta({
      description: 'A new account gets its first password; an existing account must be signed in to.',
    }),
    may_claim_anew: z.boolean().meta({
      description:
        'The account was claimed by a person for whom only another firm vouches: the firm that opened it may have it claimed again (`claim_anew`), for 30 days.',
    }),
  })
  .meta({ id: 'OpenInvitation' });

function presentInvitation(link: LinkRow): z.output<typeof OpenInvitation> {
  const { firm_token, firm_name, email, expires_at, is_claimed, doubted_link_id } = link;
  return {
    firm: firm_token === null || firm_name === null ? null : { public_token: firm_token, name: firm_name },
    email,
    expires_at: formatTimestamp(expires_at),
    needs: is_claimed ? 'password' : 'new_password',
    may_claim_anew: doubted_link_id !== null,
  };
}

/** Invited people accept through a link; a browser that opens it gets a page. */
export const invitationRoutes = [
  route({
    ...SHARED,
    method: 'get',
    path: '/v1/auth/invitations/{token}',
    summary: 'Show an invitation; 404 if the link was used or has expired. Browsers get a page',
    params,
    example: async ({ invited }) => ({ params: { token: (await invited()).token } }),
    replies: { 200: OpenInvitation },
    page: renderInvitationPage,
    async handle({ params: { token }, services }) {
      const link = await findInvitation(services, token);
      return link ? ok(presentInvitation(link)) : refuse('not_found');
    },
  }),
  route({
    ...SHARED,
    method: 'post',
    path: '/v1/auth/invitations/{token}',
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation: claim the account with a new password, or sign in with the existing one',
    params,
    body: z.object({
      name: text(LONGEST_NAME).nullish(),
      password: text(LONGEST_PASSWORD, { min: SHORTEST_PASSWORD }),
      current_password: text(LONGEST_PASSWORD).nullish().meta({
        description:
          'When an account is claimed: its previous password. With it, the user stays in the other firms of the account. Without it, those firms must invite the user again.',
      }),
      claim_anew: bool().optional().meta({
        description:
          'Reclaim the account, with a new password, from the person who claimed it through a link of another firm.',
      }),
      locale: choice(LANGUAGES).nullish(),
      device_name: text(100).nullish(),
      ...buildCodeFields(),
    }),
    example: async ({ invited, signIn: { password } }) => ({
      params: { token: (await invited()).token },
      body: { name: 'New Account', password, locale: 'fr' as const },
    }),
    replies: { 201: z.object({ token: z.string(), user: User }) },
    errorCodes: ['password_locked', 'second_factor_required', 'second_factor_locked'],
    page: renderInvitationPage,
    async handle({ params: { token }, body, ip, services, write }) {
      const { name = null, password, locale = null, device_name } = body;
      const deviceName = device_name ?? 'api';
      const { current_password: currentPassword = null, claim_anew: claimsAnew = false } = body;
      const claim = { name, locale, currentPassword, claimsAnew };
      const acceptance = { ...claim, password, deviceName, ip, codes: toGivenCodes(body) };
      const accepted = await acceptInvitation(services, services.secretBox, token, acceptance, write);
      if (isRefusal(accepted)) return withRetryAfter(accepted);
      await services.access.waitUntilApplied(accepted.rightsChangedAt);
      const user = await findUser(services.pool, accepted.userId);
      return created({ token: accepted.token, user: presentUser(user!, user!.memberships) }, { recorded: false });
    },
  }),
];
