import type { EntryFact } from './facts.ts';
import { isGenerated, type Finding } from './finding.ts';

/** Benford's law: how often each digit is the first of an amount. */

export interface DigitShare {
  readonly digit: number;
  readonly times: number;
  readonly share: number;
  readonly expected: number;
}

/** Counts the first digits of amounts and compares them with Benford's law. */
export function computeDigitShares(entries: readonly EntryFact[]): readonly DigitShare[] {
  const times = Array.from({ length: 9 }, () => 0);
  let all = 0;
  for (const entry of entries) {
    if (isGenerated(entry)) continue;
    for (const amount of entry.amounts) {
      const digit = Number(/[1-9]/.exec(amount)?.[0] ?? 0);
      if (digit === 0) continue;
      times[digit - 1]! += 1;
      all += 1;
    }
  }
  return times.map((some, index) => ({
    digit: index + 1,
    times: some,
    share: all === 0 ? 0 : some / all,
    expected: Math.log10(1 + 1 / (index + 1)),
  }));
}

/** Fewer amounts than this say nothing. */
const FEWEST = 100;
/** Beyond this many standard deviations, chance explains less than one case in a hundred. */
const SIGNIFICANT = 2.58;
/** In a large file every difference is significant, but a small one does not matter. */
const RELEVANT = 0.02;

/** The digits that come first clearly more or less often than expected. */
export function findOddDigits(entries: readonly EntryFact[]): readonly Finding[] {
  const shares = computeDigitShares(entries);
  const all = shares.reduce((sum, { times }) => sum + times, 0);
  if (all < FEWEST) return [];
  return shares.flatMap(({ digit, times, share, expected }): readonly Finding[] => {
    const difference = share - expected;
    const deviation = Math.sqrt((expected * (1 - expected)) / all);
    if (Math.abs(difference) < RELEVANT || Math.abs(difference) < SIGNIFICANT * deviation) return [];
    const why = difference > 0 ? 'too_often' : 'too_rarely';
    return [{ cells: { digit, why, times, share: roundShare(share), expected: roundShare(expected) } }];
  });
}

const roundShare = (share: number): number => Number(share.toFixed(4));
