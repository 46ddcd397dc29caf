import { splitIntoBatchesInSteps } from '../batches.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { isRefusal, type Decision, type Refusal } from '../refusal.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import type { BankEvent, ImportedStatement, ImportedTransaction, StatementFile } from './bank-events.ts';
import { findSplits, type SplitTotal } from './batch-details.ts';
import { toSplitEvents } from './import-batches.ts';
import type { ImportFacts } from './import-facts.ts';
import { getAccountName, resolveStatements, type ResolvedStatement } from './resolve-statements.ts';
import type { Statement } from './statement.ts';

export type { ImportFacts } from './import-facts.ts';

/** Imports a bank file: all of its statements or none. */
export interface ImportStatements {
  readonly type: 'ImportStatements';
  readonly file: StatementFile;
  readonly statements: readonly Statement[];
  /** At least one per statement, and one per movement; repeated ones are not used. */
  readonly statementIds: readonly number[];
  readonly transactionIds: readonly number[];
  readonly facts: ImportFacts;
}

export const decideImport = (command: ImportStatements, file: CompanyFile): Decision<BankEvent> =>
  runAllSteps(decideImportInSteps(command, file));

/** The problem with the statements of a file; null if they can be imported. */
export function checkStatements(
  statements: readonly Statement[],
  facts: ImportFacts,
  file: CompanyFile,
): Refusal | null {
  const resolved = resolveStatements(statements, facts, file);
  return isRefusal(resolved) ? resolved : null;
}

export function* decideImportInSteps(command: ImportStatements, file: CompanyFile): Steps<Decision<BankEvent>> {
  const resolved = resolveStatements(command.statements, command.facts, file);
  if (isRefusal(resolved)) return resolved;
  const imported = resolved.map((one, index) => buildImportedStatement(one, command.statementIds[index] ?? 0));
  const events: BankEvent[] = [{ type: 'StatementsImported', data: { file: command.file, statements: imported } }];
  const totals: SplitTotal[] = [];
  let at = 0;
  for (const [index, { statement }] of resolved.entries()) {
    const transactions: ImportedTransaction[] = [];
    for (const [place, movement] of statement.movements.entries()) {
      transactions.push({ ...movement, id: command.transactionIds[at]!, sequence: place + 1 });
      at += 1;
      yield;
    }
    const { id, number, journal_id, account_iban, currency } = imported[index]!;
    for (const some of yield* splitIntoBatchesInSteps(transactions))
      events.push({
        type: 'BankTransactionsImported',
        data: {
          coda_file_id: command.file.id,
          statement_id: id,
          statement_number: number,
          journal_id,
          account_iban,
          currency,
          format: command.file.format,
          transactions: some,
        },
      });
    for (const { id: transactionId, amount, entry_date, bank_reference, total } of transactions)
      if (total === undefined)
        totals.push({
          id: transactionId,
          version: 1,
          coda_file_id: command.file.id,
          journal_id,
          entry_date,
          amount,
          bank_reference: bank_reference ?? null,
          is_live: true,
        });
  }
  return [...events, ...toSplitEvents(findSplits(command.facts.waiting ?? [], totals))];
}

function buildImportedStatement({ statement, key }: ResolvedStatement, id: number): ImportedStatement {
  const { account, number, currency, movements, messages, warnings } = statement;
  const { opening_date, closing_date, opening_balance, closing_balance } = statement;
  return {
    id,
    journal_id: key.journal_id,
    account_iban: getAccountName(account),
    number,
    currency,
    opening_date,
    closing_date,
    opening_balance,
    closing_balance,
    total_in: key.total_in,
    transactions_count: movements.length,
    ...(account.holder !== null && { holder: account.holder }),
    ...(messages.length > 0 && { messages }),
    ...(warnings.length > 0 && { warnings }),
  };
}
