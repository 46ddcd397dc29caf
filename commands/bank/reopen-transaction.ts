import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { loadKnownTransactions } from '../../projections/bank/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Makes an ignored transaction pending again. */
export async function reopenTransaction(
  { commands, pool }: Toolbox,
  companyId: number,
  { id, baseVersion }: { readonly id: number; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<Refusal | null> {
  const buildCommand = async () => {
    const [facts] = await loadKnownTransactions(pool, companyId, [id]);
    return facts ? ({ type: 'ReopenTransaction', facts, baseVersion } as const) : refuse('not_found');
  };
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : null;
}
