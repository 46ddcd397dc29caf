import { accounts } from '../accounts/account.ts';
import { companyFile, type CompanyFileState, type CompanyFileEvent } from '../company-file.ts';
import { add, isNegative, negate, subtract, ZERO, type Amount, type SignedAmount } from '../money.ts';
import { getRecords } from '../records/state.ts';
import { createEmptyBooks } from './books.ts';
import { rules } from './rules.ts';

/**
 * Reads the log of a company file from its first event, builds its own books, and reports contradictions. The events are
 * the only input: no table, no snapshot.
 */
export interface Replay {
  /** Applies the next event; returns the problem with it, or null. */
  applyNext(event: CompanyFileEvent): string | null;
  /** Problem at the end of the log: something was announced that never happened. Null if none. */
  findUnfinished(): string | null;
  computeTrialBalance(): TrialBalance;
}

export interface AuditedAccount {
  readonly number: string;
  readonly label: string;
  readonly debit: Amount;
  readonly credit: Amount;
  /** Debit minus credit. */
  readonly balance: SignedAmount;
}

export interface TrialBalance {
  readonly company: { readonly name: string; readonly public_token: string; readonly currency: string } | null;
  readonly entries: number;
  /** Accounts with at least one posting, by number. */
  readonly accounts: readonly AuditedAccount[];
  readonly totals: {
    readonly debit: Amount;
    readonly credit: Amount;
    readonly debit_balance: Amount;
    readonly credit_balance: Amount;
  };
}

type Rule = (
  data: CompanyFileEvent['data'],
  file: CompanyFileState,
  books: ReturnType<typeof createEmptyBooks>,
) => string | null;

/** By event type, which determines the type of the data: the only place where this is taken on trust. */
const rulesByType = new Map(Object.entries(rules) as [string, Rule][]);

export function openReplay(): Replay {
  const books = createEmptyBooks();
  let file: CompanyFileState = companyFile.initialState;
  let isFirst = true;
  return {
    applyNext(event) {
      if (isFirst && event.type !== 'CompanyFileOpened') return 'the log does not begin with the opening of the file';
      isFirst = false;
      const problem = rulesByType.get(event.type)?.(event.data, file, books) ?? null;
      if (problem === null) file = companyFile.evolve(file, event);
      return problem;
    },
    findUnfinished() {
      const [missing] = books.awaited.values();
      return missing === undefined ? null : `the entry that reverses entry ${missing} is missing`;
    },
    computeTrialBalance() {
      const known = getRecords(file.records, accounts).byId;
      const rows = [...books.sums].map(([id, { debit, credit }]): AuditedAccount => {
        const { number, label } = known.get(id)!.data;
        return { number, label, debit, credit, balance: subtract(debit, credit) };
      });
      const sumBy = (of: (row: AuditedAccount) => Amount): Amount => rows.reduce((sum, row) => add(sum, of(row)), ZERO);
      return {
        company: file.identity && {
          name: file.identity.name,
          public_token: file.identity.public_token,
          currency: file.identity.currency,
        },
        entries: books.entries.size,
        accounts: rows.sort((a, b) => (a.number < b.number ? -1 : 1)),
        totals: {
          debit: sumBy(({ debit }) => debit),
          credit: sumBy(({ credit }) => credit),
          debit_balance: sumBy(({ balance }) => (isNegative(balance) ? ZERO : balance)),
          credit_balance: sumBy(({ balance }) => (isNegative(balance) ? negate(balance) : ZERO)),
        },
      };
    },
  };
}
