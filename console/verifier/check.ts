import { amountOf, openSums } from '../audit/sums.ts';
import { linesOf, openCheck, type Chain } from '../history/chain.ts';

/** What an audit pack says of itself, held against its events. */

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
  /** Whether the chain ends at the head that the pack names; null when it was not given. */
  readonly isHead: boolean | null;
  /** Numbers of accounts whose sums are not those of the events; null when there was nothing to compare with. */
  readonly differing: readonly string[] | null;
}

export async function checkPack(
  events: AsyncIterable<string>,
  head: PackHead | null,
  balance: PackBalance | null,
): Promise<PackResult> {
  const check = openCheck();
  const sums = openSums();
  for await (const lines of linesOf(events)) {
    for (const event of await check.next(lines)) sums.add(event);
    if (check.chain.problem) break;
  }
  const { chain } = check;
  const last = chain.head;
  return {
    chain,
    isHead: head && head.hash === (last?.hash ?? null) && head.revision === (last?.revision ?? -1),
    differing: balance && differingFrom(balance, sums.accounts),
  };
}

function differingFrom({ accounts }: PackBalance, sums: ReturnType<typeof openSums>['accounts']): readonly string[] {
  const told = new Set(accounts.map(({ id }) => id));
  const untold = [...sums.keys()].filter((id) => !told.has(id)).map((id) => `#${id}`);
  const wrong = accounts.filter(({ id, debit, credit }) => {
    const sum = sums.get(id);
    return !sum || amountOf(sum.debit) !== debit || amountOf(sum.credit) !== credit;
  });
  return [...wrong.map(({ number }) => number), ...untold];
}

export const isGood = ({ chain, isHead, differing }: PackResult): boolean =>
  chain.problem === null && isHead !== false && (differing === null || differing.length === 0);
