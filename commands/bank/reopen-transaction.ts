import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { loadKnownTransactions } from '../../projections/bank/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface Reopened {
  /** Transactions that replace it, because details of its amount came while it was ignored. */
  readonly partIds: readonly number[];
}

/** Makes an ignored transaction pending again. */
export async function reopenTransaction(
  { commands, pool }: Toolbox,
  companyId: number,
  { id, baseVersion }: { readonly id: number; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<Reopened | Refusal> {
  const buildCommand = async () => {
    const [facts] = await loadKnownTransactions(pool, companyId, [id]);
    return facts ? ({ type: 'ReopenTransaction', facts, baseVersion } as const) : refuse('not_found');
  };
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  const splits = filterByType(outcome.events, 'BankTransactionsSplit').flatMap(({ data }) => data.splits);
  return { partIds: splits.flatMap(({ parts }) => parts) };
}
