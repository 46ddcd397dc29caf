/** Minutes between attempts. Mail survives a server outage of a night or a weekend. */
const PAUSES = [1, 5, 15, 60, 180, 360, 720, 1_440] as const;

/** Null: no further attempt. */
export const getMinutesUntilRetry = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;
