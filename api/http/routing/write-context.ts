import type { CommandContext } from '../../../commands/support/context.ts';

/** Validated headers of a write: see "Common request headers" in the API documentation. */
export interface WriteContext extends CommandContext {
  /** `X-Base-Version` or `If-Match`: the version that the client last read. */
  readonly baseVersion: number | null;
}
