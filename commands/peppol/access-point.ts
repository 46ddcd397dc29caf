import type pg from 'pg';
import type { AccessPoint } from '../../outside/peppol/access-point.ts';
import { openRecommand, type RecommandOptions } from '../../outside/peppol/recommand.ts';
import { companyByReference } from '../../projections/peppol/queries.ts';
import { announceInbox } from '../../stores/peppol/due.ts';
import { openLoopback } from '../../stores/peppol/loopback.ts';

export type AccessPointOptions =
  | { readonly provider: 'loopback' }
  | ({ readonly provider: 'recommand' } & Omit<RecommandOptions, 'timeoutMs'>);

/** The access point that the configuration names. */
export function openAccessPoint(pool: pg.Pool, options: AccessPointOptions, timeoutMs?: number): AccessPoint {
  return options.provider === 'loopback'
    ? openLoopback(pool, (reference) => announced(pool, options.provider, reference))
    : openRecommand({ ...options, ...(timeoutMs !== undefined && { timeoutMs }) });
}

/** Something has happened to the participant that an access point knows by this name. */
export async function announced(pool: pg.Pool, provider: string, reference: string): Promise<void> {
  const companyId = await companyByReference(pool, provider, reference);
  if (companyId !== undefined) await announceInbox(pool, companyId);
}
