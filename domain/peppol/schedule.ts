/** Retry schedule for messages that the access point did not accept. */

/** A day and a half in total, so that messages survive an outage of a night or a Sunday. */
const MINUTES = [1, 5, 15, 60, 180, 360, 720, 720] as const;

/** Null after the last attempt. */
export const getMinutesUntilResend = (attempts: number): number | null => MINUTES[attempts - 1] ?? null;
