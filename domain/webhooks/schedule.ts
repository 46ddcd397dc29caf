/** Retry schedule of deliveries. */

export const MAX_ATTEMPTS = 8;

/** Minutes to wait after this many consecutive failures: 1, 2, 4, … 64; null after the last attempt. */
export function getRetryDelayMinutes(failures: number): number | null {
  return failures >= MAX_ATTEMPTS ? null : 2 ** (failures - 1);
}
