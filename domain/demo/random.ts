/** Numbers that look thrown and are the same each time: the demo of a day is one and the same wherever it is loaded. */
export interface Dice {
  /** From `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True so many times in a hundred. */
  happens(percent: number): boolean;
  oneOf<T>(choices: readonly T[]): T;
}

export function diceFor(seed: string): Dice {
  let state = 2_166_136_261;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16_777_619);
  const roll = (): number => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + Math.floor(roll() * (high - low + 1));
  return {
    between,
    happens: (percent) => roll() * 100 < percent,
    oneOf: (choices) => choices[between(0, choices.length - 1)]!,
  };
}
