import type { Pool } from 'pg';

/** Everything that handlers may use; put together once at the start. */
export interface Services {
  readonly pool: Pool;
}
