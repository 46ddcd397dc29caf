/**
 * What a text of letters and digits leaves when divided by 97, letters counted from A = 10. Digit by digit, so that no number gets too
 * long to be exact.
 */
export function modulo97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = parseInt(character, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest;
}
