/**
 * Passwords are kept outside the log, as hashes under an id that the log names. Events from before carry the hash itself: the
 * passwords that they tell of are counted, and go by their number.
 */
const IN_LOG = /^log-(\d+)$/;

/** Which password an account has after an event that gave it one. */
export function passwordIdAfter(before: string | null, given: string | undefined): string {
  if (given !== undefined) return given;
  return `log-${Number(IN_LOG.exec(before ?? '')?.[1] ?? 0) + 1}`;
}

/** Whether the hash of the password is in the log, where it was written before it had a place of its own. */
export const isPasswordInLog = (id: string): boolean => IN_LOG.test(id);
