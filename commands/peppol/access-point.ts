import type pg from 'pg';
import type { AccessPoint } from '../../outside/peppol/access-point.ts';
import { openRecommand, type RecommandOptions } from '../../outside/peppol/recommand.ts';
import { findCompanyByReference } from '../../projections/peppol/queries.ts';
import { announceInbox } from '../../stores/peppol/due.ts';
import { openLoopback } from '../../stores/peppol/loopback.ts';

export type AccessPointOptions =
  | { readonly provider: 'loopback' }
  | ({ readonly provider: 'recommand' } & Omit<RecommandOptions, 'timeoutMs'>);

/** Opens the configured access point. */
export function openAccessPoint(pool: pg.Pool, options: AccessPointOptions, timeoutMs?: number): AccessPoint {
  return options.provider === 'loopback'
    ? openLoopback(pool, (reference) => announceParticipant(pool, options.provider, reference))
    : openRecommand({ ...options, ...(timeoutMs !== undefined && { timeoutMs }) });
}

/** Marks the inbox of the participant with this access point reference as due. */
export async function announceParticipant(pool: pg.Pool, provider: string, reference: string): Promise<void> {
  const companyId = await findCompanyByReference(pool, provider, reference);
  if (companyId !== undefined) await announceInbox(pool, companyId);
}
