import type { Configuration } from 'openid-client';
import { openHttpClient, TIMEOUT_MS, type HttpClient } from '../http/client.ts';
import { toOneLine } from '../http/content.ts';
import { matchHostOf, type HostMatch } from '../http/destination.ts';
import { HttpFailure } from '../http/failures.ts';
import type { ResolveName } from '../http/lookup.ts';
import type { SignOnProviderSettings } from './settings.ts';

/** An identity provider that speaks OpenID Connect: authorisation code with PKCE, found by discovery. */
export interface SignOnProvider {
  readonly settings: SignOnProviderSettings;
  /** @throws SignOnFailure, like all methods here */
  startSignIn(redirectUri: string): Promise<StartedSignIn>;
  /** `answered` is the address that the provider sent the browser to. */
  finishSignIn(answered: URL, started: Omit<StartedSignIn, 'url'>): Promise<SignOnIdentity>;
  /** Where a browser signs out at the provider; null if the provider has no such page. */
  buildSignOutUrl(idToken: string | null): Promise<string | null>;
  close(): Promise<void>;
}

/** What the callback must match; kept by the browser that started. */
export interface StartedSignIn {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person as the provider describes them, after all checks of the protocol. */
export interface SignOnIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Null if the provider sends none or an invalid one. */
  readonly email: string | null;
  /** Null if the provider does not say. */
  readonly isEmailVerified: boolean | null;
  readonly name: string | null;
  /** A language tag, such as `fr-BE`. */
  readonly locale: string | null;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly idToken: string;
}

/** `denied`: the person or the provider said no; `provider`: no answer, or one that fails the checks. */
export class SignOnFailure extends Error {
  readonly reason: 'denied' | 'provider';
  constructor(reason: SignOnFailure['reason'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SignOnFailure';
    this.reason = reason;
  }
}

export interface SignOnOptions {
  readonly timeoutMs?: number | undefined;
  /** Name resolution; for tests. */
  readonly resolve?: ResolveName | undefined;
}

const MAX_ANSWER_BYTES = 512 * 1024;
const LONGEST_SUBJECT = 255;
const LONGEST_NAME = 190;
/** Metadata rarely changes; keys are read at every sign-in. */
const METADATA_MS = 60 * 60 * 1_000;
const EMAIL = /^[^\s@<>\p{Cc}]{1,64}@[^\s@<>\p{Cc}]{1,190}$/u;
/** Answers of the authorisation endpoint that are no fault of the provider. */
const DENIALS = new Set(['access_denied', 'login_required', 'consent_required', 'interaction_required']);

type OpenId = typeof import('./openid.ts');

interface ProviderState {
  readonly settings: SignOnProviderSettings;
  readonly http: HttpClient;
  readonly trusts: HostMatch;
  discovered: { readonly config: Promise<Configuration>; readonly until: number } | null;
}

export function openSignOnProvider(
  settings: SignOnProviderSettings,
  { timeoutMs = TIMEOUT_MS, resolve }: SignOnOptions = {},
): SignOnProvider {
  const trusts = matchHostOf(settings.issuer);
  const provider: ProviderState = {
    settings,
    http: openHttpClient({ trusts, timeoutMs, resolve }),
    trusts,
    discovered: null,
  };
  return {
    settings,
    startSignIn: (redirectUri) => startSignIn(provider, redirectUri),
    finishSignIn: (answered, started) => finishSignIn(provider, answered, started),
    buildSignOutUrl: (idToken) => buildSignOutUrl(provider, idToken),
    close: () => provider.http.close(),
  };
}

async function startSignIn(provider: ProviderState, redirectUri: string): Promise<StartedSignIn> {
  const openid = await loadOpenId();
  const config = await getConfiguration(provider, openid);
  const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: ['openid', 'email', 'profile', ...provider.settings.scopes].join(' '),
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  return { url: url.href, state, nonce, verifier };
}

async function finishSignIn(
  provider: ProviderState,
  answered: URL,
  { state, nonce, verifier }: Omit<StartedSignIn, 'url'>,
): Promise<SignOnIdentity> {
  const openid = await loadOpenId();
  const known = await getConfiguration(provider, openid);
  // A fresh configuration has no cached keys: a key that the provider has just rotated to is known at once.
  const config = configure(provider, openid, known.serverMetadata());
  try {
    const tokens = await openid.authorizationCodeGrant(config, answered, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined || tokens.id_token === undefined) throw new Error('the answer has no id_token');
    const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
    return toIdentity({ ...more, ...claims, ...pickEmail(claims, more) }, claims, tokens.id_token);
  } catch (error) {
    if (error instanceof openid.AuthorizationResponseError && DENIALS.has(error.error))
      throw new SignOnFailure('denied', `the provider answered ${error.error}`, error);
    throw toFailure(error, 'the answer of the provider was not accepted');
  }
}

type Claims = Readonly<Record<string, unknown>>;

/** An address and its verification must come from the same answer, unless both answers name the same address. */
function pickEmail(token: Claims, more: Claims): Claims {
  const { email = more['email'] } = token;
  const isSame = more['email'] === email;
  return { email, email_verified: token['email_verified'] ?? (isSame ? more['email_verified'] : undefined) };
}

function toIdentity(
  claims: Claims,
  { iss, sub }: { readonly iss: string; readonly sub: string },
  idToken: string,
): SignOnIdentity {
  if (sub === '' || sub.length > LONGEST_SUBJECT) throw new Error('the subject is empty or too long');
  const { email, email_verified: verified, locale } = claims;
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' && EMAIL.test(email) ? email : null,
    // Some providers send texts instead of booleans.
    isEmailVerified: verified === undefined ? null : verified === true || verified === 'true',
    name: findName(claims),
    locale: typeof locale === 'string' ? locale : null,
    claims,
    idToken,
  };
}

function findName(claims: Claims): string | null {
  const { name, given_name: given, family_name: family, preferred_username: username } = claims;
  const parts = [given, family].filter((part) => typeof part === 'string').join(' ');
  for (const candidate of [name, parts, username]) {
    const line = typeof candidate === 'string' ? toOneLine(candidate, LONGEST_NAME) : null;
    if (line !== null) return line;
  }
  return null;
}

async function buildSignOutUrl(provider: ProviderState, idToken: string | null): Promise<string | null> {
  const openid = await loadOpenId();
  const config = await getConfiguration(provider, openid);
  if (config.serverMetadata().end_session_endpoint === undefined) return null;
  const { logoutRedirect } = provider.settings;
  return openid.buildEndSessionUrl(config, {
    ...(idToken !== null && { id_token_hint: idToken }),
    ...(logoutRedirect !== null && { post_logout_redirect_uri: logoutRedirect }),
  }).href;
}

/** Most services have no provider, so the package is loaded with the first sign-in. */
const loadOpenId = (): Promise<OpenId> => import('./openid.ts');

/** Discovers the provider on first use. A failed attempt is not kept: the next sign-in tries again. */
function getConfiguration(provider: ProviderState, openid: OpenId): Promise<Configuration> {
  const { discovered } = provider;
  if (discovered !== null && discovered.until > performance.now()) return discovered.config;
  const config = discover(provider, openid);
  provider.discovered = { config, until: performance.now() + METADATA_MS };
  config.catch(() => (provider.discovered = discovered));
  // Known metadata is better than none while the provider cannot be reached.
  return discovered === null ? config : config.catch(() => discovered.config);
}

async function discover(provider: ProviderState, openid: OpenId): Promise<Configuration> {
  const { issuer, clientId } = provider.settings;
  try {
    const found = await openid.discovery(new URL(issuer), clientId, undefined, undefined, {
      [openid.customFetch]: createFetch(provider),
      execute: isPlain(issuer) ? [openid.allowInsecureRequests] : [],
    });
    return configure(provider, openid, found.serverMetadata());
  } catch (error) {
    throw toFailure(error, 'the provider could not be discovered');
  }
}

type ServerMetadata = ReturnType<Configuration['serverMetadata']>;

function configure(provider: ProviderState, openid: OpenId, metadata: ServerMetadata): Configuration {
  const { issuer, clientId, clientSecret } = provider.settings;
  const authentication = takesSecretInBody(metadata)
    ? openid.ClientSecretPost(clientSecret)
    : openid.ClientSecretBasic(clientSecret);
  const config = new openid.Configuration(metadata, clientId, undefined, authentication);
  config[openid.customFetch] = createFetch(provider);
  openid.enableNonRepudiationChecks(config);
  if (isPlain(issuer)) openid.allowInsecureRequests(config);
  return config;
}

/** Without a statement of the provider, the header is the default of the standard. */
const takesSecretInBody = ({ token_endpoint_auth_methods_supported: methods }: ServerMetadata): boolean =>
  methods !== undefined && methods.includes('client_secret_post') && !methods.includes('client_secret_basic');

/** Allowed by the configuration on this machine only. */
const isPlain = (issuer: string): boolean => issuer.startsWith('http:');

/** Requests of the package, sent by the client that all outgoing requests share: nothing local except the issuer. */
function createFetch({ http, trusts }: ProviderState) {
  return async (
    url: string,
    {
      method,
      headers,
      body,
    }: { readonly method: string; readonly headers: Record<string, string>; readonly body?: unknown },
  ): Promise<Response> => {
    const target = new URL(url);
    if (target.protocol !== 'https:' && !trusts(target)) throw new HttpFailure('forbidden');
    const answer = await http.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      maxBytes: MAX_ANSWER_BYTES,
      ...((typeof body === 'string' || body instanceof URLSearchParams) && { body: body.toString() }),
    });
    const content = answer.body.length === 0 ? null : new Uint8Array(answer.body);
    return new Response(content, { status: answer.status, headers: { ...answer.readHeaders() } });
  };
}

const toFailure = (error: unknown, message: string): SignOnFailure =>
  error instanceof SignOnFailure ? error : new SignOnFailure('provider', message, error);
