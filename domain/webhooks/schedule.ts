/** When a delivery is tried again. */

export const MAX_ATTEMPTS = 8;

/** Minutes to wait after this many failures in a row: 1, 2, 4, … 64; null when it was the last attempt. */
export function minutesUntilNext(failures: number): number | null {
  return failures >= MAX_ATTEMPTS ? null : 2 ** (failures - 1);
}
