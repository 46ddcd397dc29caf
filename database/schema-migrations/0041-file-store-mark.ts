/** The mark of the file store that all processes share, and where it was when the mark was written. */
export const fileStoreMark = {
  name: '0041-file-store-mark',
  sql: `
    ALTER TABLE ops.log ADD COLUMN file_mark uuid; -- NULL: no store has been marked yet
    ALTER TABLE ops.log ADD COLUMN file_place text;
  `,
};
