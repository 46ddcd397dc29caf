import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { KeepConflict } from '../../domain/sync/conflicts.ts';
import { keepingFacts } from '../../projections/sync/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { allOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Gives the id of the conflict: of the one that the same action led to before, if it was sent twice at once. */
export async function keepConflict(
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
      const facts = await keepingFacts(pool, companyId, userId, conflict.mutation_id);
      ({ knownId } = facts);
      return { type: 'KeepConflict', facts, conflict: { ...conflict, id: id! } };
    },
    // Under the mutation id the action itself will be recorded, if it ever is.
    { ...context, clientMutationId: null },
  );
  if (isRefusal(outcome)) return outcome;
  const [kept] = allOfType(outcome.events, 'SyncConflictKept');
  return { id: kept?.data.id ?? knownId! };
}
