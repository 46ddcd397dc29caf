import type { KeyObject } from 'node:crypto';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { isLicenceElsewhere } from '../../projections/licence/queries.ts';
import type { CommandContext } from '../support/context.ts';
import { runExclusively } from '../support/advisory-lock.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { readLicenceKey } from './key.ts';

export interface LicensedFirm {
  readonly id: number;
  readonly publicToken: string;
}

/** Whether anything was recorded. */
export interface LicenceChanged {
  readonly recorded: boolean;
}

/**
 * Applies the terms of the key to the firm. A key without a named firm serves one firm at a time: no other firm can
 * activate it until it is released or replaced.
 */
export async function activateLicence(
  toolbox: Toolbox,
  publicKeys: readonly KeyObject[],
  firm: LicensedFirm,
  key: string,
  context: CommandContext,
): Promise<LicenceChanged | Refusal> {
  if (publicKeys.length === 0) return refuse('licence_not_configured');
  const licence = readLicenceKey(key, publicKeys);
  if (isRefusal(licence)) return licence;
  const { commands, pool } = toolbox;
  const executeActivation = async (): Promise<LicenceChanged | Refusal> => {
    const now = new Date().toISOString();
    const command = { type: 'ActivateLicence', licence, firmToken: firm.publicToken, now } as const;
    const outcome = await commands.execute('firm', firm.id, command, context);
    return isRefusal(outcome) ? outcome : { recorded: outcome.events.length > 0 };
  };
  if (licence.firm !== null) return executeActivation();
  return runExclusively(pool, `licence ${licence.id}`, async () => {
    // The previous holder of the lock may have stopped waiting for the projections.
    await commands.waitForProjections();
    if (await isLicenceElsewhere(pool, licence.id, firm.id)) return refuse('licence_in_use', { field: 'key' });
    return executeActivation();
  });
}

/** Returns the firm to the free plan. Data beyond its limits is kept, but nothing can be added. */
export async function releaseLicence(
  { commands }: Toolbox,
  firm: LicensedFirm,
  context: CommandContext,
): Promise<LicenceChanged | Refusal> {
  const outcome = await commands.execute('firm', firm.id, { type: 'ReleaseLicence' }, context);
  return isRefusal(outcome) ? outcome : { recorded: outcome.events.length > 0 };
}
