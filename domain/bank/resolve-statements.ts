import type { CompanyFile } from '../company-file-state.ts';
import { journals } from '../journals/journal.ts';
import { compare, isNegative, subtract, sum } from '../money.ts';
import { getRecords } from '../records/state.ts';
import { toBank } from '../reference/banks/index.ts';
import { splitIban } from '../reference/iban.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { isSameStatement, type ImportFacts, type StatementKey } from './import-facts.ts';
import type { Statement } from './statement.ts';

/** What a file adds to the statements that exist: repeated parts are left out, missing opening balances are completed. */
export interface ResolvedStatement {
  readonly statement: Statement;
  readonly key: StatementKey;
}

interface Resolving {
  readonly facts: ImportFacts;
  readonly resolved: ResolvedStatement[];
  /** The first file that already contains a statement left out. */
  repeated: Refusal | null;
}

export function resolveStatements(
  statements: readonly Statement[],
  facts: ImportFacts,
  file: CompanyFile,
): readonly ResolvedStatement[] | Refusal {
  if (facts.sameFileId !== null) return refuseImported(facts.sameFileId);
  /** File of each movement that is known, by its journal and reference; null for movements of this file. */
  const references = new Map<string, number | null>();
  for (const { journal_id, bank_reference, coda_file_id } of facts.references ?? [])
    references.set(toReferenceKey(journal_id, bank_reference), coda_file_id);
  const resolving: Resolving = { facts, resolved: [], repeated: null };
  for (const given of statements) {
    const journalId = findStatementJournal(given, file);
    if (isRefusal(journalId)) return journalId;
    const statement = given.has_unique_references ? withoutKnownMovements(given, journalId, references) : given;
    if (isRefusal(statement)) {
      resolving.repeated ??= statement;
      continue;
    }
    const refused = resolveStatement(statement, journalId, resolving);
    if (refused) return refused;
  }
  return resolving.resolved.length === 0 && resolving.repeated ? resolving.repeated : resolving.resolved;
}

/** Adds the statement, or returns why it cannot be imported. */
function resolveStatement(statement: Statement, journalId: number, resolving: Resolving): Refusal | null {
  const { facts, resolved } = resolving;
  const key = buildStatementKey(statement, journalId);
  const isEmpty = statement.movements.length === 0;
  // New references prove that it is another statement of the same day.
  const canRepeat = isEmpty || statement.has_unique_references !== true;
  const known = canRepeat ? facts.known.find((other) => isSameStatement(key, other)) : undefined;
  const isTwice = canRepeat && resolved.some((other) => isSameStatement(key, other.key));
  if (known || isTwice) {
    const refused = known
      ? refuseImported(known.coda_file_id, key.number)
      : refuse('statement_twice_in_file', { params: { number: key.number } });
    // Banks repeat the last statement on days without movements.
    if (!isEmpty) return refused;
    resolving.repeated ??= refused;
    return null;
  }
  const complete = statement.has_derived_opening ? completeOpening(statement, journalId, resolving) : statement;
  if (isRefusal(complete)) return complete;
  resolved.push({ statement: complete, key });
  return null;
}

/** The computed opening balance must be the closing balance of the statement before. */
function completeOpening(statement: Statement, journalId: number, { facts, resolved }: Resolving): Statement | Refusal {
  const { number, closing_date, opening_balance } = statement;
  const inFile = resolved.map(({ key }) => key).filter((key) => key.closing_date <= closing_date);
  const inBooks = (facts.previous ?? []).filter(({ day }) => day === closing_date);
  let before: { readonly closing_date: string; readonly closing_balance: string } | null = null;
  for (const one of [...inBooks, ...inFile])
    if (one.journal_id === journalId && (before === null || one.closing_date >= before.closing_date)) before = one;
  if (before === null || compare(before.closing_balance, opening_balance) !== 0)
    return refuse('statement_balance_missing', { params: { line: 0, number } });
  return { ...statement, opening_date: before.closing_date };
}

const toReferenceKey = (journalId: number, reference: string): string => `${journalId}/${reference}`;

/** Files of some banks overlap: each movement is imported once. Refused if there is no new one. */
function withoutKnownMovements(
  statement: Statement,
  journalId: number,
  references: Map<string, number | null>,
): Statement | Refusal {
  let fileId: number | null = null;
  const movements = statement.movements.filter(({ bank_reference }) => {
    if (bank_reference === undefined) return true;
    const key = toReferenceKey(journalId, bank_reference);
    const known = references.get(key);
    if (known === undefined) references.set(key, null);
    fileId ??= known ?? null;
    return known === undefined;
  });
  if (movements.length === statement.movements.length) return statement;
  if (movements.length === 0)
    return fileId === null
      ? refuse('statement_twice_in_file', { params: { number: statement.number } })
      : refuseImported(fileId, statement.number);
  const opening_balance = subtract(statement.closing_balance, sum(movements.map(({ amount }) => amount)));
  return { ...statement, movements, opening_balance };
}

export const refuseImported = (id: number, number?: string): Refusal =>
  number === undefined
    ? refuse('statement_already_imported', { params: { id } }, { id })
    : refuse('statement_already_imported', { code: 'statement_already_imported_in', params: { id, number } }, { id });

function buildStatementKey(statement: Statement, journal_id: number): StatementKey {
  const { number, closing_date, opening_balance, closing_balance, movements } = statement;
  const total_in = sum(movements.map(({ amount }) => amount).filter((amount) => !isNegative(amount)));
  return { journal_id, number, closing_date, opening_balance, closing_balance, total_in };
}

export const getAccountName = ({ iban, number }: Statement['account']): string => iban ?? number;

/** The bank journal of the statement's account. An account may have one journal per currency. */
export function findStatementJournal(
  { account, currency }: Pick<Statement, 'account' | 'currency'>,
  file: CompanyFile,
): number | Refusal {
  const name = getAccountName(account);
  let expected: string | null = null;
  for (const [id, { data, isTrashed }] of getRecords(file.records, journals).byId.entries()) {
    if (isTrashed || data.type !== 'bank' || normaliseIban(data.iban ?? '') !== normaliseIban(name)) continue;
    const own = data.currency ?? file.identity.currency;
    if (own === currency) return id;
    expected ??= own;
  }
  if (expected !== null) return refuse('statement_currency', { params: { iban: name, currency, expected } });
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
