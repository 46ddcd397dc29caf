/** Exit codes of every command. A command may describe a code more precisely. */
export const EXIT_CODES = {
  0: 'The work is done, or the check found nothing wrong.',
  1: 'The work failed, or the check found a difference.',
  2: 'Wrong usage: an unknown command or option, or a missing or invalid value.',
  130: 'Interrupted at the password prompt.',
} as const;

export type ExitCode = keyof typeof EXIT_CODES;

export const FAILED = 1;
export const WRONG_USAGE = 2;
