/** Shared by the commands that write a page of the documentation. */
export const CHECK_OPTION = { about: 'Change nothing; exit with 1 if the page is out of date.' } as const;

export const PAGE_EXIT_CODES = {
  0: 'The page is written, or up to date.',
  1: 'The page is out of date, or could not be written.',
} as const;
