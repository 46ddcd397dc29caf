import type pg from 'pg';
import type { BridgePlatform } from '../../outside/bridge/platform.ts';
import type { CommandPath } from './command-path.ts';
import type { IdAllocator } from '../../stores/support/ids.ts';

/** Dependencies of every command handler. */
export interface Toolbox {
  readonly pool: pg.Pool;
  readonly commands: CommandPath;
  readonly ids: IdAllocator;
}

/** Adds the external platform, which alone can check the passwords of some accounts. */
export interface SignInToolbox extends Toolbox {
  /** Null if none is configured. */
  readonly bridge: BridgePlatform | null;
}
