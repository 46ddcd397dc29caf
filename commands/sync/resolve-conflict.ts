import type { JsonRecord } from '../../domain/json.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { Resolution } from '../../domain/sync/sync-events.ts';
import { findResolveFacts } from '../../projections/sync/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedResolution {
  readonly id: number;
  readonly resolution: Resolution;
  /** The data written to the record. */
  readonly data: JsonRecord | null;
  readonly baseVersion: number | null;
}

/** Records the decision; its effect on the record has been applied before. */
export async function resolveConflict(
  { commands, pool }: Toolbox,
  companyId: number,
  { id, ...resolved }: RequestedResolution,
  context: CommandContext,
): Promise<Refusal | undefined> {
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await findResolveFacts(pool, companyId, id);
      return facts ? { type: 'ResolveConflict', facts, ...resolved } : refuse('not_found');
    },
    context,
  );
  return isRefusal(outcome) ? outcome : undefined;
}
