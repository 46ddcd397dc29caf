import { splitIntoBatchesInSteps } from '../batches.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journals } from '../journals/journal.ts';
import { isNegative, sum, type SignedAmount } from '../money.ts';
import { getRecords } from '../records/state.ts';
import { toBank } from '../reference/banks/index.ts';
import { splitIban } from '../reference/iban.ts';
import { isRefusal, refuse, type Decision, type Refusal } from '../refusal.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import type { BankEvent, ImportedStatement, ImportedTransaction, StatementFile } from './bank-events.ts';
import type { Statement } from './statement.ts';

/** Imports a bank file: all of its statements or none. */
export interface ImportStatements {
  readonly type: 'ImportStatements';
  readonly file: StatementFile;
  readonly statements: readonly Statement[];
  /** One per statement, and one per movement, in order. */
  readonly statementIds: readonly number[];
  readonly transactionIds: readonly number[];
  readonly facts: ImportFacts;
}

export interface ImportFacts {
  /** An existing file with the same content. */
  readonly sameFileId: number | null;
  /** Existing statements of the same days. */
  readonly known: readonly KnownStatement[];
}

export interface KnownStatement extends StatementKey {
  readonly coda_file_id: number;
}

/** Identifies a statement, regardless of the format in which it is imported again. */
export interface StatementKey {
  readonly journal_id: number;
  readonly number: string;
  readonly closing_date: PlainDate;
  readonly opening_balance: SignedAmount;
  readonly closing_balance: SignedAmount;
  readonly total_in: SignedAmount;
}

/** Same number and date, or same balances and incoming total on that date. */
export const isSameStatement = (one: StatementKey, other: StatementKey): boolean =>
  one.journal_id === other.journal_id &&
  one.closing_date === other.closing_date &&
  (one.number === other.number ||
    (one.opening_balance === other.opening_balance &&
      one.closing_balance === other.closing_balance &&
      one.total_in === other.total_in));

export const decideImport = (command: ImportStatements, file: CompanyFile): Decision<BankEvent> =>
  runAllSteps(decideImportInSteps(command, file));

/** The statements with their journals, or the problem with them. */
export function checkStatements(
  statements: readonly Statement[],
  statementIds: readonly number[],
  facts: ImportFacts,
  file: CompanyFile,
): readonly ImportedStatement[] | Refusal {
  if (facts.sameFileId !== null) return refuseImported(facts.sameFileId);
  const imported: ImportedStatement[] = [];
  for (const [index, statement] of statements.entries()) {
    const journalId = findStatementJournal(statement, file);
    if (isRefusal(journalId)) return journalId;
    const one = buildImportedStatement(statement, statementIds[index] ?? 0, journalId);
    const known = facts.known.find((other) => isSameStatement(one, other));
    if (known) return refuseImported(known.coda_file_id, one.number);
    if (imported.some((other) => isSameStatement(one, other)))
      return refuse('statement_twice_in_file', { params: { number: one.number } });
    imported.push(one);
  }
  return imported;
}

export function* decideImportInSteps(command: ImportStatements, file: CompanyFile): Steps<Decision<BankEvent>> {
  const imported = checkStatements(command.statements, command.statementIds, command.facts, file);
  if (isRefusal(imported)) return imported;
  const events: BankEvent[] = [{ type: 'StatementsImported', data: { file: command.file, statements: imported } }];
  let at = 0;
  for (const [index, { movements }] of command.statements.entries()) {
    const transactions: ImportedTransaction[] = [];
    for (const [place, movement] of movements.entries()) {
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
  }
  return events;
}

const refuseImported = (id: number, number?: string): Refusal =>
  number === undefined
    ? refuse('statement_already_imported', { params: { id } }, { id })
    : refuse('statement_already_imported', { code: 'statement_already_imported_in', params: { id, number } }, { id });

function buildImportedStatement(statement: Statement, id: number, journal_id: number): ImportedStatement {
  const { account, number, currency, movements, messages, warnings } = statement;
  const { opening_date, closing_date, opening_balance, closing_balance } = statement;
  return {
    id,
    journal_id,
    account_iban: getAccountName(account),
    number,
    currency,
    opening_date,
    closing_date,
    opening_balance,
    closing_balance,
    total_in: sum(movements.map(({ amount }) => amount).filter((amount) => !isNegative(amount))),
    transactions_count: movements.length,
    ...(account.holder !== null && { holder: account.holder }),
    ...(messages.length > 0 && { messages }),
    ...(warnings.length > 0 && { warnings }),
  };
}

const getAccountName = ({ iban, number }: Statement['account']): string => iban ?? number;

/** The bank journal of the statement's account. */
export function findStatementJournal(
  { account, currency }: Pick<Statement, 'account' | 'currency'>,
  file: CompanyFile,
): number | Refusal {
  const expected = file.identity.currency;
  const name = getAccountName(account);
  if (currency !== expected) return refuse('statement_currency', { params: { iban: name, currency, expected } });
  for (const [id, { data, isTrashed }] of getRecords(file.records, journals).byId.entries())
    if (!isTrashed && data.type === 'bank' && normaliseIban(data.iban ?? '') === normaliseIban(name)) return id;
  const bank = findBankName(account);
  return refuse(
    'bank_account_unknown',
    { params: { iban: name, bank: bank ?? account.bic ?? '' } },
    { iban: account.iban, account_number: account.number, bank, bic: account.bic },
  );
}

const normaliseIban = (iban: string): string => iban.replace(/\s/g, '').toUpperCase();

function findBankName({ iban }: Statement['account']): string | null {
  const parts = iban === null ? undefined : splitIban(iban);
  return (parts && toBank(iban!.slice(0, 2), parts.bankCode)?.name) ?? null;
}
