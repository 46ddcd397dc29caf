import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { loadKnownTransactions } from '../../projections/bank/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedIgnoring {
  readonly id: number;
  readonly reason: string;
  readonly baseVersion: number | null;
}

/** Marks a transaction as not to be posted, with the reason. */
export async function ignoreTransaction(
  { commands, pool }: Toolbox,
  companyId: number,
  { id, reason, baseVersion }: RequestedIgnoring,
  context: CommandContext,
): Promise<Refusal | null> {
  const buildCommand = async () => {
    const [facts] = await loadKnownTransactions(pool, companyId, [id]);
    return facts ? ({ type: 'IgnoreTransaction', facts, reason, baseVersion } as const) : refuse('not_found');
  };
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : null;
}
