/** The same numbers for the same seed, so that a document that was read wrongly can be made again. */
export interface Dice {
  /** From 0 up to 1. */
  roll(): number;
  /** Both included. */
  between(low: number, high: number): number;
  pick<T>(values: readonly T[]): T;
  digits(count: number): string;
}

export function createDice(seed: number): Dice {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  const roll = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + Math.floor(roll() * (high - low + 1));
  return {
    roll,
    between,
    pick: (values) => values[between(0, values.length - 1)]!,
    digits: (count) => Array.from({ length: count }, () => between(0, 9)).join(''),
  };
}
