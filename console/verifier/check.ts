import { formatCents, createSums } from '../audit/sums.ts';
import { splitLines, createChainCheck, type Chain } from '../history/chain.ts';

/** Compares the statements of an audit pack with its events. */

export interface PackHead {
  readonly stream: string;
  readonly revision: number;
  readonly hash: string | null;
}

export interface PackBalance {
  readonly accounts: readonly {
    readonly id: number;
    readonly number: string;
    readonly debit: string;
    readonly credit: string;
  }[];
}

export interface PackResult {
  readonly chain: Chain;
  /** Whether the chain ends at the head named in the pack; null if none was given. */
  readonly isHead: boolean | null;
  /** Accounts whose totals differ from the events; null if there is nothing to compare. */
  readonly differing: readonly string[] | null;
}

export async function checkPack(
  events: AsyncIterable<string>,
  head: PackHead | null,
  balance: PackBalance | null,
): Promise<PackResult> {
  const check = createChainCheck();
  const sums = createSums();
  for await (const lines of splitLines(events)) {
    for (const event of await check.checkNext(lines)) sums.add(event);
    if (check.chain.problem) break;
  }
  const { chain } = check;
  const last = chain.head;
  return {
    chain,
    isHead: head && head.hash === (last?.hash ?? null) && head.revision === (last?.revision ?? -1),
    differing: balance && listDifferingAccounts(balance, sums.accounts),
  };
}

function listDifferingAccounts(
  { accounts }: PackBalance,
  sums: ReturnType<typeof createSums>['accounts'],
): readonly string[] {
  const told = new Set(accounts.map(({ id }) => id));
  const untold = [...sums.keys()].filter((id) => !told.has(id)).map((id) => `#${id}`);
  const wrong = accounts.filter(({ id, debit, credit }) => {
    const sum = sums.get(id);
    return !sum || formatCents(sum.debit) !== debit || formatCents(sum.credit) !== credit;
  });
  return [...wrong.map(({ number }) => number), ...untold];
}

export const isValidPack = ({ chain, isHead, differing }: PackResult): boolean =>
  chain.problem === null && isHead !== false && (differing === null || differing.length === 0);
