/** Months in which something was recorded, by their first day, of moments in UTC. */

/** `2026-05-17T10:00:00.000Z` → `2026-05-01`. */
export const monthOf = (moment: string): string => `${moment.slice(0, 7)}-01`;
