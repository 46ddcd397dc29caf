import fc from 'fast-check';

/** Numbers that choose among what is there when their turn comes; small, so that the same things are met again. */
export const choice = fc.nat({ max: 11 });

/** The item that a number chooses, counted from the last, going round. */
export const one = <Item>(items: readonly Item[], chosen: number): Item | undefined =>
  items.length === 0 ? undefined : items.at(-1 - (chosen % items.length));

/** Once in so many times; else nothing. */
export const sometimes = <Value>(value: fc.Arbitrary<Value>, times: number): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

/** First and last days of years and months, a leap day, and days outside of the first years. */
export const date = fc.constantFrom(
  '2024-02-29',
  '2023-11-15',
  '2024-01-31',
  '2024-12-31',
  '2024-07-01',
  '2025-01-01',
  '2025-02-28',
  '2025-12-31',
  '2026-06-30',
  '2023-11-14',
);
