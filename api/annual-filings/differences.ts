import type { BoxAccount } from '../../domain/annual-filings/form.ts';
import { add, isZero, negate, subtract, ZERO, type SignedAmount } from '../../domain/money.ts';
import { readLaterLines, type LaterLine } from '../../projections/annual-filings/later-lines.ts';
import { findCurrentVersion, type FilingRequest, type ReadFiling } from './read-inputs.ts';

/** A filed amount that would be another one now, and the entries posted since on its accounts. */
export interface BoxDifference {
  readonly box: string;
  readonly filed: SignedAmount;
  readonly now: SignedAmount;
  readonly entries: readonly {
    readonly id: number;
    readonly number: number;
    readonly journal_code: string;
    readonly amount: SignedAmount;
  }[];
}

/** Differences between what was filed and what the books say now; none for a draft. */
export async function readFilingDifferences(
  { services, company }: FilingRequest,
  read: ReadFiling,
): Promise<readonly BoxDifference[]> {
  const filed = findCurrentVersion(read);
  if (!filed || filed.form !== read.form.code) return [];
  const before = new Map(filed.boxes.map(({ code, amount }) => [code, amount ?? ZERO]));
  const moved = read.computed.boxes.filter(
    ({ code, amount }) => !isZero(subtract(amount ?? ZERO, before.get(code) ?? ZERO)),
  );
  if (moved.length === 0) return [];
  const { starts_on: from, ends_on: to } = read.inputs.year;
  const later = await readLaterLines(services.pool, company.id, { from, to, after: filed.computed_position });
  return moved.map(({ code, amount, accounts }) => ({
    box: code,
    filed: before.get(code) ?? ZERO,
    now: amount ?? ZERO,
    entries: collectEntries(accounts, later),
  }));
}

function collectEntries(accounts: readonly BoxAccount[], later: readonly LaterLine[]): BoxDifference['entries'] {
  const signs = new Map(accounts.map(({ number, sign }) => [number, sign]));
  const found = new Map<number, { id: number; number: number; journal_code: string; amount: SignedAmount }>();
  for (const { entry_id: id, number, journal_code, account, amount } of later) {
    const sign = signs.get(account);
    if (sign === undefined) continue;
    const known = found.get(id) ?? { id, number, journal_code, amount: ZERO };
    found.set(id, { ...known, amount: add(known.amount, sign === 1 ? amount : negate(amount)) });
  }
  return [...found.values()];
}
