/** Where the browser goes after a sign-in: only to this service, or to an address that the operator allows. */

const LOCAL = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** Null if the address is not allowed. */
export function parseReturnTo(given: string, baseUrl: string, allowed: readonly string[]): string | null {
  if (allowed.includes(given)) return given;
  if (!LOCAL.test(given)) return null;
  const url = URL.canParse(given, baseUrl) ? new URL(given, baseUrl) : null;
  return url !== null && url.origin === new URL(baseUrl).origin ? url.href : null;
}

/** Adds parameters to an allowed address, before its fragment. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
