import type { BridgePlatform } from '../../outside/bridge/platform.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import type { Services } from '../services.ts';

/** @throws OutsideUnavailable if no platform is configured */
export function requirePlatform({ bridge }: Pick<Services, 'bridge'>): BridgePlatform {
  if (!bridge) throw new OutsideUnavailable('bridge', 'not configured');
  return bridge;
}
