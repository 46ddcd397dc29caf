import { findOtherHolder } from '../../projections/peppol/facts.ts';
import { claimNumber, moveClaim } from '../../stores/peppol/claims.ts';
import type { PeppolToolbox } from './toolbox.ts';

/**
 * Claims a number of the network for a company file. Null on success, otherwise the company file that holds it. The read
 * tables know registrations from before claims existed, the claims know those that are under way.
 */
export async function claimOrFindHolder(
  { commands, pool }: Pick<PeppolToolbox, 'commands' | 'pool'>,
  companyId: number,
  identifier: string,
): Promise<number | null> {
  const registered = await findOtherHolder(pool, companyId, identifier);
  if (registered !== null) return registered;
  const claim = await claimNumber(pool, identifier, companyId);
  if (claim === null) return null;
  if (!claim.isOld) return claim.companyId;
  const { peppol } = await commands.loadState('company', claim.companyId);
  if (peppol?.identifier === identifier && peppol.status !== 'refused') return claim.companyId;
  return (await moveClaim(pool, identifier, claim.companyId, companyId)) ? null : claim.companyId;
}
