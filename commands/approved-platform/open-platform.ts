import type pg from 'pg';
import type { ApprovedPlatform } from '../../outside/approved-platform/platform.ts';
import { openLoopbackPlatform } from '../../stores/approved-platform/loopback.ts';
import { announceInbox } from '../../stores/peppol/due.ts';
import { createTimestamp } from '../support/timestamp.ts';

export interface PlatformOptions {
  readonly provider: 'loopback';
}

/** Opens the configured platform. */
export const openPlatform = (pool: pg.Pool, _options: PlatformOptions): ApprovedPlatform =>
  openLoopbackPlatform(pool, (companyId) => announceInbox(pool, companyId), createTimestamp);
