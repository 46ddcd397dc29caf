import type { BridgePlatform } from '../../outside/bridge/platform.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import type { Services } from '../services.ts';

/** @throws OutsideUnavailable where none is configured: it does not answer then either */
export function platformOf({ bridge }: Pick<Services, 'bridge'>): BridgePlatform {
  if (!bridge) throw new OutsideUnavailable('bridge', 'not configured');
  return bridge;
}
