import type pg from 'pg';
import type { CommandPath } from './command-path.ts';
import type { IdAllocator } from './ids.ts';

/** What every command handler needs. */
export interface Toolbox {
  readonly pool: pg.Pool;
  readonly commands: CommandPath;
  readonly ids: IdAllocator;
}
