import type pg from 'pg';
import type { BridgePlatform } from '../../outside/bridge/platform.ts';
import type { CommandPath } from './command-path.ts';
import type { IdAllocator } from '../../stores/support/ids.ts';

/** What every command handler needs. */
export interface Toolbox {
  readonly pool: pg.Pool;
  readonly commands: CommandPath;
  readonly ids: IdAllocator;
}

/** Where passwords are checked: those of some accounts are known to the external platform alone. */
export interface SignInToolbox extends Toolbox {
  /** Null: none is configured. */
  readonly bridge: BridgePlatform | null;
}
