import { extractBearerToken } from '../http/routing/bearer-token.ts';
import type { RouteRequest } from '../http/routing/route.ts';

/** Whether the token is still valid and sees the company file: rights may end while a client waits. */
export async function mayStillSync({
  services: { access },
  headers,
  company,
}: Pick<RouteRequest, 'services' | 'headers' | 'company'>): Promise<boolean> {
  const { authorization } = headers;
  const token = typeof authorization === 'string' ? extractBearerToken(authorization) : null;
  const caller = token === null ? null : await access.authenticate(token);
  if (caller === null) return false;
  if (caller.token.kind !== 'session' && !caller.token.abilities.has('sync')) return false;
  const seen = await access.findCompanyAccess(caller, company.publicToken);
  return seen !== null && seen.isMigrating !== true;
}
