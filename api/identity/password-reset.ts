import { z } from 'zod';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../stores/identity/password-hashing.ts';
import { prepareResetLetter, findResetEmail, resetPassword } from '../../commands/identity/reset-password.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { email, text } from '../http/input/fields.ts';
import { noContent, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import type { Services } from '../services.ts';
import { renderResetPage } from './password-reset-page.ts';

const SHARED = { area: 'auth', role: 'any', ability: 'public', demo: 'blocked', perMinute: 6 } as const;
const RESET = '/v1/auth/password/reset';
const LONGEST_TOKEN = 80;

/** A user who has forgotten the password gets a link by mail; a browser that opens it gets a page. */
export const passwordResetRoutes = [
  route({
    ...SHARED,
    method: 'post',
    path: '/v1/auth/password/forgot',
    operationId: 'forgetPassword',
    summary: 'Request a link to reset a password; the answer is the same whether or not the address has an account',
    body: z.object({ email: email() }),
    example: { body: { email: 'someone@example.org' } },
    replies: { 202: null },
    errorCodes: ['mail_not_configured'],
    handle({ body, services, baseUrl, language }) {
      if (services.mailer === null) return refuse('mail_not_configured');
      // Not awaited: the response time would reveal whether the account exists.
      void mailResetLink(services, body.email, baseUrl, language).catch(() => undefined);
      return { status: 202 };
    },
  }),
  route({
    ...SHARED,
    method: 'get',
    path: '/v1/auth/password/reset',
    operationId: 'getPasswordReset',
    summary: 'Show the address whose password a link resets; 403 if it was used or has expired. Browsers get a page',
    query: z.object({ token: text(LONGEST_TOKEN) }),
    example: async ({ passwordLink }) => ({ query: { token: await passwordLink() } }),
    replies: { 200: z.object({ email: z.string() }) },
    errorCodes: ['link_outdated'],
    page: renderResetPage,
    async handle({ query, services }) {
      const address = await findResetEmail(services, query.token);
      return address === null ? refuse('link_outdated') : ok({ email: address });
    },
  }),
  route({
    ...SHARED,
    method: 'post',
    path: '/v1/auth/password/reset',
    operationId: 'resetPassword',
    summary: 'Set a new password through a mailed link; every session and token of the account ends',
    body: z.object({ token: text(LONGEST_TOKEN), password: text(LONGEST_PASSWORD, { min: SHORTEST_PASSWORD }) }),
    example: async ({ passwordLink }) => ({
      body: { token: await passwordLink(), password: 'another horse battery' },
    }),
    replies: { 204: null },
    errorCodes: ['link_outdated', 'password_sign_in_disabled'],
    page: renderResetPage,
    async handle({ body, services, write }) {
      const position = await resetPassword(services, body.token, body.password, write);
      if (isRefusal(position)) return position;
      await services.access.waitUntilApplied(position);
      return noContent();
    },
  }),
];

async function mailResetLink(services: Services, address: string, baseUrl: string, language: Language): Promise<void> {
  const letter = await prepareResetLetter(services, address);
  if (!letter) return;
  const { email: to, link } = letter;
  if (link === null) {
    const subject = translate('letter_sign_on_subject', language);
    return services.mailer!.send({ to, language, subject, text: translate('letter_sign_on', language) });
  }
  const url = `${baseUrl}${RESET}?token=${link.token}&lang=${language}`;
  await services.mailer!.send({
    to,
    language,
    subject: translate('letter_password_subject', language),
    text: translate('letter_password', language, { link: url }),
  });
}
