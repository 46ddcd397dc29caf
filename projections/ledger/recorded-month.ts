/** Months of recording, identified by their first day, in UTC. */

/** `2026-05-17T10:00:00.000Z` → `2026-05-01`. */
export const toRecordedMonth = (moment: string): string => `${moment.slice(0, 7)}-01`;
