import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { KeepConflict } from '../../domain/sync/conflicts.ts';
import { readKeepFacts } from '../../projections/sync/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Returns the id of the conflict; if the action was sent twice at once, that of the existing conflict. */
export async function recordConflict(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  userId: number,
  conflict: Omit<KeepConflict['conflict'], 'id'>,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const [id] = await ids.allocate('sync_conflicts', 1);
  let knownId: number | null = null;
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await readKeepFacts(pool, companyId, userId, conflict.mutation_id);
      ({ knownId } = facts);
      return { type: 'KeepConflict', facts, conflict: { ...conflict, id: id! } };
    },
    // The mutation id is reserved for the action itself, in case it is recorded later.
    { ...context, clientMutationId: null },
  );
  if (isRefusal(outcome)) return outcome;
  const [kept] = filterByType(outcome.events, 'SyncConflictKept');
  return { id: kept?.data.id ?? knownId! };
}
