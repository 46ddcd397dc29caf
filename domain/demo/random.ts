/** Reproducible pseudo-random numbers: the demo for a given day is the same everywhere. */
export interface Dice {
  /** From `low` to `high`, both included. */
  pickBetween(low: number, high: number): number;
  /** True in this percentage of cases. */
  rollPercent(percent: number): boolean;
  pickOne<T>(choices: readonly T[]): T;
}

export function createDice(seed: string): Dice {
  let state = 2_166_136_261;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16_777_619);
  const roll = (): number => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pickBetween = (low: number, high: number): number => low + Math.floor(roll() * (high - low + 1));
  return {
    pickBetween,
    rollPercent: (percent) => roll() * 100 < percent,
    pickOne: (choices) => choices[pickBetween(0, choices.length - 1)]!,
  };
}
