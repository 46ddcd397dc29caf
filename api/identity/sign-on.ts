import { z } from 'zod';
import { openSignOnSession } from '../../commands/identity/open-sign-on.ts';
import { isRejected, signOn, type SignOnReason } from '../../commands/identity/sign-on.ts';
import { isRefusal, refuse, refuseInvalid } from '../../domain/refusal.ts';
import { SignOnFailure, type SignOnProvider } from '../../outside/sign-on/provider.ts';
import { issueSignOnCode } from '../../stores/identity/sign-on.ts';
import { text } from '../http/input/fields.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import { route, type Outcome, type RouteRequest } from '../http/routing/route.ts';
import { parseReturnTo, withParameters } from './return-to.ts';
import { clearPendingCookie, listPendingSignIns, writePendingCookie, type PendingSignIn } from './sign-on-cookie.ts';
import { replyWithSession } from './sign-in.ts';
import { User } from './user.ts';

/** Single sign-on: a browser signs in at a provider, comes back with a one-time code, and the app exchanges the code. */

const SHARED = { area: 'auth', role: 'any', ability: 'public', demo: 'allowed' } as const;
const LONGEST_RETURN_TO = 1_000;
const LONGEST_CODE = 80;
const LONGEST_VERIFIER = 128;
const DEFAULT_RETURN_TO = '/console';

const params = z.object({ key: z.string().regex(/^[a-z][a-z0-9]{0,19}$/) });
/** Of the access tests and the documentation. */
const EXAMPLE = { params: { key: 'example' } } as const;

export const signOnRoutes = [
  route({
    ...SHARED,
    method: 'get',
    path: '/v1/auth/oidc',
    operationId: 'listSignOnProviders',
    summary: 'List the providers of single sign-on',
    replies: { 200: z.object({ data: z.array(z.object({ key: z.string(), name: z.string() })) }) },
    handle: ({ services }) =>
      ok({ data: [...services.signOn.providers.values()].map(({ settings: { key, name } }) => ({ key, name })) }),
  }),
  route({
    ...SHARED,
    method: 'get',
    path: '/v1/auth/oidc/{key}/start',
    operationId: 'startSignOn',
    summary: 'Send the browser to the provider; it comes back to return_to with ?code= or ?error=',
    perMinute: 20,
    params,
    query: z.object({
      return_to: text(LONGEST_RETURN_TO).optional().meta({
        description:
          'A path of this service, or an address that the operator allows. Default: the console. The code, or the error, is added as a parameter.',
      }),
      code_challenge: text(LONGEST_VERIFIER).optional().meta({
        description:
          'SHA-256 of a secret of the app in base64url (RFC 7636, S256). The exchange then requires the secret, so that no other app can use the code.',
      }),
    }),
    example: EXAMPLE,
    replies: { 302: null },
    errorCodes: ['return_to_not_allowed'],
    handle: startSignOn,
  }),
  route({
    ...SHARED,
    method: 'get',
    path: '/v1/auth/oidc/{key}/callback',
    operationId: 'finishSignOn',
    summary: 'Where the provider sends the browser; it goes on to return_to with a one-time code or an error',
    perMinute: 20,
    params,
    // Providers add parameters of their own.
    query: z.looseObject({
      state: z.string().optional().meta({ description: 'The value that the sign-in was started with.' }),
      code: z.string().optional().meta({ description: 'The code of the provider.' }),
      error: z.string().optional().meta({ description: 'Why the provider did not identify the person.' }),
    }),
    example: EXAMPLE,
    replies: { 302: null },
    handle: finishSignOn,
  }),
  route({
    ...SHARED,
    method: 'post',
    path: '/v1/auth/oidc/exchange',
    operationId: 'exchangeSignOnCode',
    summary: 'Exchange the one-time code of a sign-in at a provider, within a minute, for a token, which is shown once',
    perMinute: 20,
    body: z.object({
      code: text(LONGEST_CODE),
      code_verifier: text(LONGEST_VERIFIER).nullish().meta({
        description: 'The secret behind `code_challenge`, if the sign-in was started with one.',
      }),
      device_name: text(100).nullish(),
    }),
    example: async ({ signOnCode }) => ({ body: { code: await signOnCode() } }),
    replies: { 201: z.object({ token: z.string(), user: User }) },
    errorCodes: ['oidc_failed'],
    async handle({ body, ip, services, write }) {
      const { code, code_verifier: verifier = null, device_name } = body;
      const given = { code, verifier, deviceName: device_name ?? 'api', ip };
      const signedIn = await openSignOnSession(services, given, write);
      if (isRefusal(signedIn)) return signedIn;
      await services.access.waitUntilApplied(signedIn.endedAt);
      return replyWithSession(services, signedIn);
    },
  }),
];

type Keyed = { readonly key: string };

async function startSignOn({
  params: { key },
  query,
  services,
  baseUrl,
  requestId,
}: RouteRequest<
  Keyed,
  { readonly return_to?: string | undefined; readonly code_challenge?: string | undefined }
>): Promise<Outcome> {
  const provider = services.signOn.providers.get(key);
  if (!provider) return refuse('not_found');
  const returnTo = parseReturnTo(query.return_to ?? DEFAULT_RETURN_TO, baseUrl, provider.settings.redirects);
  if (returnTo === null) return refuseInvalid([{ code: 'return_to_not_allowed', field: 'return_to' }]);
  try {
    const { url, ...started } = await provider.startSignIn(buildCallbackUrl(baseUrl, key));
    const pending = { ...started, provider: key, returnTo, challenge: query.code_challenge ?? null };
    return redirect(url, writePendingCookie(services.signOn.box, pending, baseUrl.startsWith('https:')));
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error;
    services.signOn.report({ provider: key, requestId, reason: error.reason, error });
    return redirect(withParameters(returnTo, { error: 'oidc_failed', reason: error.reason }));
  }
}

async function finishSignOn(
  request: RouteRequest<Keyed, { readonly state?: string | undefined; readonly code?: string | undefined }>,
): Promise<Outcome> {
  const {
    params: { key },
    query,
    services,
    baseUrl,
    headers,
    requestId,
  } = request;
  const provider = services.signOn.providers.get(key);
  if (!provider) return refuse('not_found');
  const begun = listPendingSignIns(services.signOn.box, String(headers['cookie'] ?? ''), key);
  const pending = begun.find(({ state }) => state === query.state);
  if (pending === undefined) {
    services.signOn.report({ provider: key, requestId, reason: 'state' });
    // With one sign-in under way, the app that waits for it learns that it failed.
    const returnTo = begun.length === 1 ? begun[0]!.returnTo : parseReturnTo(DEFAULT_RETURN_TO, baseUrl, [])!;
    return redirect(withParameters(returnTo, { error: 'oidc_failed', reason: 'state' }));
  }
  const parameters = await concludeSignOn(request, provider, pending);
  const cookie = clearPendingCookie(pending, baseUrl.startsWith('https:'));
  return redirect(withParameters(pending.returnTo, parameters), cookie);
}

/** Parameters for the app that started: a code, or an error with its reason. */
async function concludeSignOn(
  { params: { key }, search, services, baseUrl, requestId }: RouteRequest<Keyed>,
  provider: SignOnProvider,
  pending: PendingSignIn,
): Promise<Readonly<Record<string, string>>> {
  try {
    const answered = new URL(`${buildCallbackUrl(baseUrl, key)}?${search}`);
    const identity = await provider.finishSignIn(answered, pending);
    const outcome = await signOn(services, provider.settings, identity);
    if (isRejected(outcome)) {
      services.signOn.report({ provider: key, requestId, reason: outcome.rejected });
      return toErrorParameters(outcome.rejected);
    }
    const { userId, session, rightsChangedAt } = outcome;
    await services.access.waitUntilApplied(rightsChangedAt);
    services.signOn.report({ provider: key, requestId, userId });
    const sealedIdToken = services.signOn.box.seal(identity.idToken);
    const grant = { userId, session, challenge: pending.challenge, sealedIdToken };
    return { code: await issueSignOnCode(services.pool, grant) };
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error;
    services.signOn.report({ provider: key, requestId, reason: error.reason, error });
    return { error: 'oidc_failed', reason: error.reason };
  }
}

const toErrorParameters = (reason: SignOnReason): Readonly<Record<string, string>> =>
  reason === 'email_not_verified' ? { error: 'oidc_email_not_verified' } : { error: 'oidc_failed', reason };

const buildCallbackUrl = (baseUrl: string, key: string): string => `${baseUrl}/v1/auth/oidc/${key}/callback`;

/** Addresses with codes must be neither cached nor passed on as a referrer. */
const redirect = (location: string, cookie?: string): Reply => ({
  status: 302,
  headers: {
    Location: location,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    ...(cookie !== undefined && { 'Set-Cookie': cookie }),
  },
});
