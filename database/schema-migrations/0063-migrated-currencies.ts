/** Amounts in another currency of the books of other programs. */
export const migratedCurrencies = {
  name: '0063-migrated-currencies',
  sql: `
    ALTER TABLE ops.migration_lines
      ADD COLUMN currency text COLLATE "C",
      ADD COLUMN currency_cents bigint; -- signed like cents
    ALTER TABLE ops.migration_letterings
      ADD COLUMN currencies text[],
      ADD COLUMN currency_cents bigint[];
  `,
};
