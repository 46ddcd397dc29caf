import { toBookDate } from '../../domain/dates.ts';
import type { BridgePlatform } from '../../outside/bridge/platform.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import { findFirmExternalId } from '../../projections/bridge/queries.ts';
import { createSystemContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { mirrorFirm } from './mirror-firm.ts';
import { claimUnfinishedSyncs } from '../../stores/bridge/syncs.ts';

/** Less than a minute, the interval of the job. */
const WITHIN_MS = 45_000;
const AGAIN_AFTER_SECONDS = 50;

/**
 * Continues with firms that have many files, or for which the platform did not respond. Safe to run at any time, in any
 * process.
 */
export async function mirrorUnfinishedFirms(
  toolbox: Toolbox & { readonly bridge: BridgePlatform | null },
  signal?: AbortSignal,
  afterSeconds = AGAIN_AFTER_SECONDS,
): Promise<number> {
  const { pool, bridge } = toolbox;
  if (!bridge) return 0;
  const firms = await claimUnfinishedSyncs(pool, afterSeconds);
  const deadline = performance.now() + WITHIN_MS;
  let count = 0;
  for (const firmId of firms) {
    const withinMs = deadline - performance.now();
    if (signal?.aborted || withinMs <= 0) break;
    try {
      const externalId = await findFirmExternalId(pool, firmId);
      const firm = externalId === null ? null : await bridge.fetchFirm(externalId);
      const options = { language: 'fr', withinMs, today: toBookDate(new Date()) } as const;
      if (firm) await mirrorFirm(toolbox, firm, options, createSystemContext('bridge'));
      count += 1;
    } catch (error) {
      // An unreachable platform is retried in a minute.
      if (!(error instanceof OutsideUnavailable)) throw error;
      break;
    }
  }
  return count;
}
