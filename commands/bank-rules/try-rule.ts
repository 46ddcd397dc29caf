import { movementOf } from '../../domain/bank-rules/movement.ts';
import { trierOf, type Trial } from '../../domain/bank-rules/trial.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { pastTransactions, type PastTransaction } from '../../projections/bank-rules/past-transactions.ts';
import { turnKeeper } from '../../support/yielding.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** As many are looked at, from the newest on; who wants others names earlier days. */
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
  /** Of the page alone. */
  readonly tried: readonly TriedTransaction[];
  /** How many the rule takes of those looked at. */
  readonly count: number;
  readonly examined: number;
  readonly isComplete: boolean;
  readonly file: CompanyFile;
}

/** What a rule would have done with past transactions. Nothing is recorded, and no more than a page is held. */
export async function tryRule(
  { commands, pool }: Pick<Toolbox, 'commands'> & { readonly pool: Parameters<typeof pastTransactions>[0] },
  companyId: number,
  requested: RequestedTrial,
): Promise<TriedRule | Refusal> {
  const file = await commands.look('company', companyId);
  const tryOn = trierOf(requested.ruleId, requested.rule, file);
  if (isRefusal(tryOn)) return tryOn;
  const [first, last] = [(requested.page - 1) * requested.perPage, requested.page * requested.perPage];
  const tried: TriedTransaction[] = [];
  const turn = turnKeeper();
  let [count, examined] = [0, 0];
  let before: PastTransaction | null = null;
  for (;;) {
    const rows: readonly PastTransaction[] = await pastTransactions(pool, companyId, requested, before, READ_AT_ONCE);
    for (const transaction of rows) {
      const trial = tryOn(movementOf(transaction));
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
