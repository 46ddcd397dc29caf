import type { SecretBox } from '../../stores/identity/secret-box.ts';

/**
 * What a browser keeps between the start of a sign-in and the callback, sealed by the service. It binds state and nonce
 * to that browser: an answer of the provider that another person began is worth nothing. One cookie per sign-in, so that
 * several tabs do not disturb each other.
 */
export interface PendingSignIn {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
  /** Challenge of the app that started, which must prove itself when it exchanges the code. */
  readonly challenge: string | null;
}

const LIFETIME_SECONDS = 10 * 60;
const PREFIX = 'grandlivre_oidc_';
const NAME_LENGTH = 16;

const getCookieName = (state: string): string => `${PREFIX}${state.slice(0, NAME_LENGTH)}`;

const buildCookie = (pair: string, path: string, maxAge: number, isSecure: boolean): string =>
  `${pair}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

const getPath = (provider: string): string => `/v1/auth/oidc/${provider}`;

export function writePendingCookie(box: SecretBox, pending: PendingSignIn, isSecure: boolean): string {
  const sealed = box.seal(JSON.stringify({ ...pending, until: Date.now() + LIFETIME_SECONDS * 1_000 }));
  return buildCookie(
    `${getCookieName(pending.state)}=${sealed}`,
    getPath(pending.provider),
    LIFETIME_SECONDS,
    isSecure,
  );
}

export const clearPendingCookie = ({ state, provider }: PendingSignIn, isSecure: boolean): string =>
  buildCookie(`${getCookieName(state)}=`, getPath(provider), 0, isSecure);

/** All sign-ins that this browser has begun at the provider and that are not too old. */
export function listPendingSignIns(box: SecretBox, cookies: string, provider: string): readonly PendingSignIn[] {
  return cookies.split(';').flatMap((pair) => {
    const [name = '', ...rest] = pair.trim().split('=');
    const opened = name.startsWith(PREFIX) ? box.open(rest.join('=')) : null;
    if (opened === null) return [];
    const { until, ...pending } = JSON.parse(opened) as PendingSignIn & { readonly until: number };
    return pending.provider === provider && until > Date.now() ? [pending] : [];
  });
}
