/** When a message is tried again that the access point has not taken. */

/** A day and a half in all: an access point that is away for a night or a Sunday loses nothing. */
const MINUTES = [1, 5, 15, 60, 180, 360, 720, 720] as const;

/** Null when it was the last attempt. */
export const minutesUntilNextSending = (attempts: number): number | null => MINUTES[attempts - 1] ?? null;
