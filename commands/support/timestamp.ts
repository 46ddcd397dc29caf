/** The current time in the format of the log: `2026-01-05T10:00:00.000000Z`. */
export const createTimestamp = (): string => new Date().toISOString().replace('Z', '000Z');
