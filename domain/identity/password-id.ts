/**
 * Password hashes are stored outside the log, under an id that the log mentions. Older events contain the hash itself:
 * their passwords are numbered in order.
 */
const IN_LOG = /^log-(\d+)$/;

/** The password id of an account after an event that set a password. */
export function derivePasswordId(before: string | null, given: string | undefined): string {
  if (given !== undefined) return given;
  return `log-${Number(IN_LOG.exec(before ?? '')?.[1] ?? 0) + 1}`;
}

/** Is the hash stored in the log, as in older events? */
export const isPasswordInLog = (id: string): boolean => IN_LOG.test(id);
