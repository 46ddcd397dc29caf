import { openSession } from '../support/api.ts';
import { isWord, type Say } from '../support/words.ts';

/** Sign-in at a provider: the browser leaves the page and comes back with a one-time code, or with an error. */

export interface Provider {
  readonly key: string;
  readonly name: string;
}

/** Secret of this tab, which proves that the code belongs to a sign-in that began here. */
const VERIFIER = 'grandlivre-sign-on';

export async function fetchProviders(): Promise<readonly Provider[]> {
  try {
    const response = await fetch('/v1/auth/oidc');
    return response.ok ? ((await response.json()) as { data: readonly Provider[] }).data : [];
  } catch {
    return [];
  }
}

/** Leaves for the provider. The place in the console is kept for the return. */
export async function startSignOn(key: string): Promise<void> {
  const query = new URLSearchParams({ return_to: `/console${location.hash}` });
  const challenge = await createChallenge();
  if (challenge !== null) query.set('code_challenge', challenge);
  location.assign(`/v1/auth/oidc/${key}/start?${query.toString()}`);
}

/** Null where the browser offers no cryptography: on a page without TLS that is not on this machine. */
async function createChallenge(): Promise<string | null> {
  sessionStorage.removeItem(VERIFIER);
  if (!isSecureContext) return null;
  const verifier = encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem(VERIFIER, verifier);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return encodeBase64Url(new Uint8Array(digest));
}

const encodeBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Exchanges the code in the address, once, for a token. Null if there is none. @throws ApiProblem */
export async function finishSignOn(language: string): Promise<string | null> {
  const code = takeParameter('code');
  const verifier = sessionStorage.getItem(VERIFIER);
  if (code === null) return null;
  sessionStorage.removeItem(VERIFIER);
  // A code that arrives in a tab that did not ask for one may be that of someone else.
  if (verifier === null && isSecureContext) return null;
  const body = { code, device_name: 'console', ...(verifier !== null && { code_verifier: verifier }) };
  return openSession('/v1/auth/oidc/exchange', body, language);
}

/** The error in the address, in words; null if there is none. */
export function describeSignOnError(say: Say): string | null {
  const [error, reason] = [takeParameter('error'), takeParameter('reason')];
  if (error === null) return null;
  const exact = `sign_on_${reason ?? ''}`;
  if (isWord(exact)) return say(exact);
  return isWord(error) && error.startsWith('oidc_') ? say(error) : say('oidc_failed');
}

/** Reads a parameter and removes it from the address, so that it is neither bookmarked nor used twice. */
function takeParameter(name: string): string | null {
  const url = new URL(location.href);
  const value = url.searchParams.get(name);
  if (value === null) return null;
  url.searchParams.delete(name);
  history.replaceState(null, '', url);
  return value;
}
