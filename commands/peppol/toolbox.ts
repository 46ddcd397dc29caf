import { refuse, type Refusal } from '../../domain/refusal.ts';
import type { ApprovedPlatform } from '../../outside/approved-platform/platform.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { AccessPoint } from '../../outside/peppol/access-point.ts';
import type { PeppolDirectory } from '../../outside/peppol/directory.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Tools for exchanging messages with the network. */
export interface PeppolToolbox extends Toolbox {
  readonly files: FileStore;
  /** Null if not configured. */
  readonly accessPoint: AccessPoint | null;
  /** Approved platform of French companies; null if not configured. */
  readonly platform: ApprovedPlatform | null;
}

export interface LookupToolbox extends PeppolToolbox {
  readonly directories: { readonly peppol: PeppolDirectory | null };
}

export const refuseWithoutPlatform = (): Refusal => refuse('platform_not_configured');

export const refuseNotConfigured = (): Refusal => refuse('access_point_not_configured');
