import { refuse, type Refusal } from '../../domain/refusal.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { AccessPoint } from '../../outside/peppol/access-point.ts';
import type { PeppolDirectory } from '../../outside/peppol/directory.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** What exchanging with the network takes. */
export interface PeppolToolbox extends Toolbox {
  readonly files: FileStore;
  /** Null: not configured. */
  readonly accessPoint: AccessPoint | null;
}

export interface LookupToolbox extends PeppolToolbox {
  readonly directories: { readonly peppol: PeppolDirectory | null };
}

export const notConfigured = (): Refusal => refuse('access_point_not_configured');
