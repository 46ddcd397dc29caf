import { toMovementFacts } from '../../domain/bank-rules/movement.ts';
import { createTrier, type Trial } from '../../domain/bank-rules/trial.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { listPastTransactions, type PastTransaction } from '../../projections/bank-rules/past-transactions.ts';
import { createTurnKeeper } from '../../support/yielding.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Maximum number of transactions examined, newest first; choose earlier dates to examine others. */
export const MOST_TRIED = 20_000;
const READ_AT_ONCE = 1_000;

export interface RequestedTrial {
  readonly ruleId: number | null;
  readonly rule: JsonRecord;
  readonly from: string | null;
  readonly to: string | null;
  readonly page: number;
  readonly perPage: number;
}

export interface TriedTransaction extends Trial {
  readonly transaction: PastTransaction;
}

export interface TriedRule {
  /** Transactions of the page only. */
  readonly tried: readonly TriedTransaction[];
  /** Number of examined transactions that the rule matches. */
  readonly count: number;
  readonly examined: number;
  readonly isComplete: boolean;
  readonly file: CompanyFile;
}

/** Tests a rule on past transactions. Nothing is recorded, and no more than a page is held in memory. */
export async function tryRule(
  { commands, pool }: Pick<Toolbox, 'commands'> & { readonly pool: Parameters<typeof listPastTransactions>[0] },
  companyId: number,
  requested: RequestedTrial,
): Promise<TriedRule | Refusal> {
  const file = await commands.loadState('company', companyId);
  const tryOn = createTrier(requested.ruleId, requested.rule, file);
  if (isRefusal(tryOn)) return tryOn;
  const [first, last] = [(requested.page - 1) * requested.perPage, requested.page * requested.perPage];
  const tried: TriedTransaction[] = [];
  const turn = createTurnKeeper();
  let [count, examined] = [0, 0];
  let before: PastTransaction | null = null;
  for (;;) {
    const rows: readonly PastTransaction[] = await listPastTransactions(
      pool,
      companyId,
      requested,
      before,
      READ_AT_ONCE,
    );
    for (const transaction of rows) {
      const trial = tryOn(toMovementFacts(transaction));
      if (trial) {
        if (count >= first && count < last) tried.push({ ...trial, transaction });
        count += 1;
      }
      await turn();
    }
    examined += rows.length;
    before = rows.at(-1) ?? null;
    const isComplete = rows.length < READ_AT_ONCE;
    if (isComplete || examined >= MOST_TRIED) return { tried, count, examined, isComplete, file };
  }
}
