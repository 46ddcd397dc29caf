import { z } from 'zod';
import {
  cancelEmailChange,
  confirmEmail,
  findEmailRequest,
  requestEmailChange,
} from '../../commands/identity/change-email.ts';
import { confirmPassword } from '../../commands/identity/change-password.ts';
import { LONGEST_PASSWORD } from '../../stores/identity/password-hashing.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import type { EmailRequest } from '../../domain/identity/user-events.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { translate } from '../i18n/translate.ts';
import type { Scene } from '../http/routing/example.ts';
import { email, id, text } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type Outcome, type RouteRequest } from '../http/routing/route.ts';
import { SIGNED_HEADERS } from '../http/routing/signed-urls.ts';
import type { Services } from '../services.ts';
import { renderCancelPage, renderEmailPage } from './email-page.ts';
import { withRetryAfter } from './retry-after.ts';
import { presentUser, User } from './user.ts';

const SHARED = { area: 'auth', role: 'any' } as const;
const VERIFY = '/v1/auth/email/verify';
const CANCEL = '/v1/auth/email/cancel';
/** Mail scanners open every link, so opening one must have no effect. The page asks for a click. */
const LINK = {
  path: '/v1/auth/email/verify',
  ability: 'signed',
  demo: 'allowed',
  query: z.object({ user: id(), request: text(64) }),
  example: async ({ mailedQuery }: Scene) => ({ query: await mailedQuery() }),
  errorCodes: ['link_outdated'],
  page: renderEmailPage,
} as const;

const CANCEL_LINK = {
  ...LINK,
  path: '/v1/auth/email/cancel',
  example: async ({ cancelQuery }: Scene) => ({ query: await cancelQuery() }),
  page: renderCancelPage,
} as const;

type CancelRequest = Pick<RouteRequest<unknown, z.infer<typeof LINK.query>>, 'query' | 'language' | 'services'>;

export const emailRoutes = [
  route({
    ...SHARED,
    method: 'post',
    path: '/v1/auth/email',
    operationId: 'changeEmail',
    summary:
      'Request a new e-mail address: it takes effect once the page behind the mailed link is confirmed, within 24 hours',
    ability: 'session',
    demo: 'blocked',
    body: z.object({ email: email(), password: text(LONGEST_PASSWORD) }),
    example: ({ next, signIn: { password } }) => ({ body: { email: `someone${next()}@example.org`, password } }),
    replies: { 200: User },
    errorCodes: ['mail_not_configured', 'mail_unavailable', 'password_locked'],
    async handle({ body, caller, language, services, write }) {
      if (services.mailer === null) return refuse('mail_not_configured');
      // Changing the address amounts to taking over the account: an open session alone is not enough.
      const confirmed = await confirmPassword(services, caller.userId, 'password', body.password);
      if (isRefusal(confirmed)) return withRetryAfter(confirmed);
      const deliverLinks = async (request: EmailRequest, oldEmail: string, isTaken: boolean): Promise<null> => {
        const buildLink = (path: string): string => buildMailedLink(services, path, caller.userId, request, language);
        const notice = { email: request.email, link: buildLink(CANCEL) };
        // Someone who only verifies the address needs no notice there.
        if (oldEmail !== request.email)
          await services.mailer!.send(buildMail(oldEmail, language, 'address_requested_mail', notice));
        await services.mailer!.send(
          isTaken
            ? buildMail(request.email, language, 'address_taken_mail', {})
            : buildMail(request.email, language, 'address_confirmation_mail', { link: buildLink(VERIFY) }),
        );
        return null;
      };
      const position = await requestEmailChange(services, caller.userId, { email: body.email, deliverLinks }, write);
      if (isRefusal(position)) return withRetryAfter(position);
      await services.access.waitUntilApplied(position);
      const user = await findUser(services.pool, caller.userId);
      return ok(presentUser(user!, user!.memberships), { recorded: position !== null });
    },
  }),
  route({
    ...SHARED,
    ...LINK,
    method: 'get',
    operationId: 'verifyEmail',
    summary: 'Show the purpose of a mailed link without confirming anything; browsers get a page',
    replies: { 200: z.object({ email: z.string(), is_confirmed: z.boolean() }) },
    async handle({ query, services }) {
      const requested = await findEmailRequest(services, query.user, query.request);
      return isRefusal(requested) ? requested : ok(requested, { headers: SIGNED_HEADERS });
    },
  }),
  route({
    ...SHARED,
    ...LINK,
    method: 'post',
    operationId: 'confirmEmail',
    summary: 'Confirm an e-mail address through the mailed link',
    body: z.object({}),
    example: async ({ mailedQuery }) => ({ query: await mailedQuery(), body: {} }),
    replies: { 200: z.object({ message: z.string(), email: z.string(), email_verified: z.literal(true) }) },
    async handle({ query, language, services }) {
      const context = createSystemContext('email_link', undefined, query.user);
      const confirmed = await confirmEmail(services, query.user, query.request, context);
      if (isRefusal(confirmed)) return confirmed;
      await services.access.waitUntilApplied(confirmed.position);
      const { email: address, formerEmail } = confirmed;
      // The previous address must be notified in case its owner did not ask; a failed mail does not fail the request.
      if (formerEmail !== null)
        services.mailer
          ?.send(buildMail(formerEmail, language, 'address_changed_mail', { email: address }))
          .catch(() => undefined);
      const message = translate('address_confirmed', language, { email: address });
      return ok({ message, email: address, email_verified: true }, { headers: SIGNED_HEADERS });
    },
  }),
  route({
    ...SHARED,
    ...CANCEL_LINK,
    method: 'get',
    operationId: 'cancelEmailChange',
    summary: 'Stop a pending change of address through the link sent to the old one; browsers get a page with a button',
    replies: { 200: z.object({ message: z.string().nullable() }) },
    async handle(request) {
      // Mail scanners open links as browsers do: for them, opening one has no effect.
      if (request.accepts('text/html')) return ok({ message: null }, { headers: SIGNED_HEADERS });
      return cancelChange(request);
    },
  }),
  route({
    ...SHARED,
    ...CANCEL_LINK,
    method: 'post',
    operationId: 'confirmEmailCancellation',
    summary: 'Stop a pending change of address with the button of the page',
    body: z.object({}),
    example: async ({ cancelQuery }) => ({ query: await cancelQuery(), body: {} }),
    replies: { 200: z.object({ message: z.string() }) },
    handle: cancelChange,
  }),
];

async function cancelChange({ query, language, services }: CancelRequest): Promise<Outcome> {
  const context = createSystemContext('email_link', undefined, query.user);
  const position = await cancelEmailChange(services, query.user, query.request, context);
  if (isRefusal(position)) return position;
  await services.access.waitUntilApplied(position);
  return ok({ message: translate('address_change_cancelled', language) }, { headers: SIGNED_HEADERS });
}

type MailKey = 'address_confirmation_mail' | 'address_taken_mail' | 'address_changed_mail' | 'address_requested_mail';

function buildMail(to: string, language: Language, key: MailKey, params: Readonly<Record<string, string>>) {
  return { to, language, subject: translate(`${key}_subject`, language), text: translate(key, language, params) };
}

/** The link keeps the language in which it was requested: the person who opens it may not be signed in. */
function buildMailedLink(
  { signedUrls }: Services,
  path: string,
  userId: number,
  { request_id, expires_at }: EmailRequest,
  language: Language,
): string {
  const parameters = { user: userId, request: request_id, lang: language };
  return signedUrls.sign(path, parameters, Math.floor(Date.parse(expires_at) / 1_000));
}
