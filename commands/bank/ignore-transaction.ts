import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { knownTransactions } from '../../projections/bank/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedIgnoring {
  readonly id: number;
  readonly reason: string;
  readonly baseVersion: number | null;
}

/** Nothing is to be booked for a transaction, and why. */
export async function ignoreTransaction(
  { commands, pool }: Toolbox,
  companyId: number,
  { id, reason, baseVersion }: RequestedIgnoring,
  context: CommandContext,
): Promise<Refusal | null> {
  const gather = async () => {
    const [facts] = await knownTransactions(pool, companyId, [id]);
    return facts ? ({ type: 'IgnoreTransaction', facts, reason, baseVersion } as const) : refuse('not_found');
  };
  const outcome = await commands.execute('company', companyId, gather, context);
  return isRefusal(outcome) ? outcome : null;
}
