import type { CommandContext } from '../../../commands/support/context.ts';

/** What the headers of a write say, checked: see "Common request headers" in the API documentation. */
export interface WriteContext extends CommandContext {
  /** `X-Base-Version` or `If-Match`: the version that the client last read. */
  readonly baseVersion: number | null;
}
