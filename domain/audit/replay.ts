import { accounts } from '../accounts/account.ts';
import { companyFile, type CompanyFile, type CompanyFileEvent } from '../company-file.ts';
import { add, isNegative, negate, subtract, ZERO, type Amount, type SignedAmount } from '../money.ts';
import { recordsOf } from '../records/state.ts';
import { emptyBooks } from './books.ts';
import { rules } from './rules.ts';

/**
 * Reads the log of a company file from its first event on, keeps books of its own, and says where they contradict one another.
 * Nothing but the events goes in: no table, no snapshot.
 */
export interface Replay {
  /** Takes the next event; what is wrong with it, or null. */
  next(event: CompanyFileEvent): string | null;
  /** What is wrong when no more events come: something was announced that never happened. */
  unfinished(): string | null;
  trialBalance(): TrialBalance;
}

export interface AuditedAccount {
  readonly number: string;
  readonly label: string;
  readonly debit: Amount;
  readonly credit: Amount;
  /** Debit less credit. */
  readonly balance: SignedAmount;
}

export interface TrialBalance {
  readonly company: { readonly name: string; readonly public_token: string; readonly currency: string } | null;
  readonly entries: number;
  /** Accounts that were ever posted to, by number. */
  readonly accounts: readonly AuditedAccount[];
  readonly totals: {
    readonly debit: Amount;
    readonly credit: Amount;
    readonly debit_balance: Amount;
    readonly credit_balance: Amount;
  };
}

type Rule = (data: CompanyFileEvent['data'], file: CompanyFile, books: ReturnType<typeof emptyBooks>) => string | null;

/** By the type of the event, which tells the type of its data: the only place where that is taken on trust. */
const rulesByType = new Map(Object.entries(rules) as [string, Rule][]);

export function openReplay(): Replay {
  const books = emptyBooks();
  let file: CompanyFile = companyFile.initialState;
  let isFirst = true;
  return {
    next(event) {
      if (isFirst && event.type !== 'CompanyFileOpened') return 'the log does not begin with the opening of the file';
      isFirst = false;
      const problem = rulesByType.get(event.type)?.(event.data, file, books) ?? null;
      if (problem === null) file = companyFile.evolve(file, event);
      return problem;
    },
    unfinished() {
      const [missing] = books.awaited.values();
      return missing === undefined ? null : `the entry that reverses entry ${missing} is missing`;
    },
    trialBalance() {
      const known = recordsOf(file.records, accounts).byId;
      const rows = [...books.sums].map(([id, { debit, credit }]): AuditedAccount => {
        const { number, label } = known.get(id)!.data;
        return { number, label, debit, credit, balance: subtract(debit, credit) };
      });
      const total = (of: (row: AuditedAccount) => Amount): Amount => rows.reduce((sum, row) => add(sum, of(row)), ZERO);
      return {
        company: file.identity && {
          name: file.identity.name,
          public_token: file.identity.public_token,
          currency: file.identity.currency,
        },
        entries: books.entries.size,
        accounts: rows.sort((a, b) => (a.number < b.number ? -1 : 1)),
        totals: {
          debit: total(({ debit }) => debit),
          credit: total(({ credit }) => credit),
          debit_balance: total(({ balance }) => (isNegative(balance) ? ZERO : balance)),
          credit_balance: total(({ balance }) => (isNegative(balance) ? negate(balance) : ZERO)),
        },
      };
    },
  };
}
