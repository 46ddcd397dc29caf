/** Minutes between one attempt and the next: a server that is down for a night, or for a weekend, loses nothing. */
const PAUSES = [1, 5, 15, 60, 180, 360, 720, 1_440] as const;

/** Null: it is not tried again. */
export const minutesUntilNextMail = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;
