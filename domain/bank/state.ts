import type { BankEvent } from './bank-events.ts';

/** What decisions need to know of the bank: how many statements each journal has, which stays for as long. Never transactions. */
export type BankState = { readonly statements: Readonly<Record<string, number>> };

export const initialBank: BankState = { statements: {} };

export function evolveBank(state: BankState, event: BankEvent): BankState {
  switch (event.type) {
    case 'StatementsImported':
      return counted(
        state,
        event.data.statements.map(({ journal_id }) => journal_id),
        1,
      );
    // What lies in the recycle bin may come back, and then needs its journal.
    case 'StatementFilesPurged':
      return counted(
        state,
        event.data.files.flatMap(({ journals }) => journals),
        -1,
      );
    default:
      return state;
  }
}

function counted(state: BankState, journalIds: readonly number[], by: 1 | -1): BankState {
  const statements = { ...state.statements };
  for (const id of journalIds) statements[id] = (statements[id] ?? 0) + by;
  return { statements };
}
