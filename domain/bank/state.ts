import type { BankEvent } from './bank-events.ts';

/**
 * Bank state needed for decisions: the number of statements of each journal, which cannot be removed while it has any. No
 * transactions.
 */
export type BankState = { readonly statements: Readonly<Record<string, number>> };

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly bank: BankState;
  }
}

export const initialBank: BankState = { statements: {} };

export function evolveBank(state: BankState, event: BankEvent): BankState {
  switch (event.type) {
    case 'StatementsImported':
      return countStatements(
        state,
        event.data.statements.map(({ journal_id }) => journal_id),
        1,
      );
    case 'BatchDetailsImported':
      return countStatements(
        state,
        event.data.batches.map(({ journal_id }) => journal_id),
        1,
      );
    // A trashed file may be restored, and then needs its journal.
    case 'StatementFilesPurged':
      return countStatements(
        state,
        event.data.files.flatMap(({ journals }) => journals),
        -1,
      );
    default:
      return state;
  }
}

function countStatements(state: BankState, journalIds: readonly number[], by: 1 | -1): BankState {
  const statements = { ...state.statements };
  for (const id of journalIds) statements[id] = (statements[id] ?? 0) + by;
  return { statements };
}
