/** Now, as the log writes it: `2026-01-05T10:00:00.000000Z`. */
export const timestampNow = (): string => new Date().toISOString().replace('Z', '000Z');
