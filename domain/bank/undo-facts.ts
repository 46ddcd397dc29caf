import { onFacts, type FactsOfSubject, type UndoFacts } from '../history/undo.ts';
import { subtract } from '../money.ts';
import { bankEvents, type BankEvent, type Unmatching } from './bank-events.ts';
import type { KnownFile } from './statement-files.ts';
import type { KnownTransaction } from './transactions.ts';

declare module '../history/undo.ts' {
  interface UndoFacts {
    readonly statementFiles: ReadonlyMap<number, KnownFile>;
    readonly bankTransactions: ReadonlyMap<number, KnownTransaction>;
  }
  interface UndoNeeds {
    readonly statementFiles?: readonly number[];
    readonly bankTransactions?: readonly number[];
  }
}

export const bankUndoFacts = {
  none: { statementFiles: new Map(), bankTransactions: new Map() },
  evolve: [onFacts(bankEvents, evolveBankFacts)],
} satisfies FactsOfSubject;

function evolveBankFacts(facts: UndoFacts, event: BankEvent): UndoFacts {
  switch (event.type) {
    case 'StatementFileTrashed':
    case 'StatementFileRestored': {
      const { id, version } = event.data;
      const before = facts.statementFiles.get(id);
      if (!before) return facts;
      const is_trashed = event.type === 'StatementFileTrashed';
      return { ...facts, statementFiles: new Map(facts.statementFiles).set(id, { ...before, version, is_trashed }) };
    }
    case 'BankTransactionIgnored':
    case 'BankTransactionReopened': {
      const { id, version } = event.data;
      const before = facts.bankTransactions.get(id);
      if (!before) return facts;
      const after: KnownTransaction =
        event.type === 'BankTransactionIgnored'
          ? { ...before, version, status: 'ignored', ignored_reason: event.data.reason }
          : { ...before, version, status: 'pending', ignored_reason: null };
      return { ...facts, bankTransactions: new Map(facts.bankTransactions).set(id, after) };
    }
    case 'BankTransactionsUnmatched':
      return event.data.matches.reduce(withoutMatch, facts);
    default:
      return facts;
  }
}

function withoutMatch(facts: UndoFacts, { id, version, amount, entry_id }: Unmatching): UndoFacts {
  const before = facts.bankTransactions.get(id);
  if (!before) return facts;
  const after: KnownTransaction = {
    ...before,
    version,
    status: 'pending',
    matched_amount: subtract(before.matched_amount, amount),
    ...(before.matches && { matches: before.matches.filter((match) => match.entry_id !== entry_id) }),
  };
  return { ...facts, bankTransactions: new Map(facts.bankTransactions).set(id, after) };
}
