/** Remainder modulo 97 of a text of letters and digits, with A = 10. Digit by digit, so that the numbers stay exact. */
export function computeModulo97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = parseInt(character, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest;
}
