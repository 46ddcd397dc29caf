/** Where a process that serves the API takes writes from the others; null if it does not. */
export const processAddresses = {
  name: '0053-process-addresses',
  sql: `
    ALTER TABLE ops.processes
      ADD COLUMN address text,
      ADD COLUMN machine text, -- the only machine from which the address can be reached; null: all
      ADD COLUMN projects boolean NOT NULL DEFAULT false;
  `,
};
