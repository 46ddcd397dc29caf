import { bookDate } from '../../domain/dates.ts';
import type { BridgePlatform } from '../../outside/bridge/platform.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import { externalIdOfFirm } from '../../projections/bridge/queries.ts';
import { systemContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { mirrorFirm } from './mirror-firm.ts';
import { takeUnfinished } from '../../stores/bridge/syncs.ts';

/** Less than a minute, after which the job comes again. */
const WITHIN_MS = 45_000;
const AGAIN_AFTER_SECONDS = 50;

/** Goes on with firms whose files are many, or for which the platform did not answer. Safe to run at any time, anywhere. */
export async function mirrorUnfinished(
  toolbox: Toolbox & { readonly bridge: BridgePlatform | null },
  signal?: AbortSignal,
  afterSeconds = AGAIN_AFTER_SECONDS,
): Promise<number> {
  const { pool, bridge } = toolbox;
  if (!bridge) return 0;
  const firms = await takeUnfinished(pool, afterSeconds);
  const deadline = performance.now() + WITHIN_MS;
  let count = 0;
  for (const firmId of firms) {
    const withinMs = deadline - performance.now();
    if (signal?.aborted || withinMs <= 0) break;
    try {
      const externalId = await externalIdOfFirm(pool, firmId);
      const firm = externalId === null ? null : await bridge.firm(externalId);
      const options = { language: 'fr', withinMs, today: bookDate(new Date()) } as const;
      if (firm) await mirrorFirm(toolbox, firm, options, systemContext('bridge'));
      count += 1;
    } catch (error) {
      // A platform that is away is asked again in a minute.
      if (!(error instanceof OutsideUnavailable)) throw error;
      break;
    }
  }
  return count;
}
