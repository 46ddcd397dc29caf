/** Signed head of each stream at the end of a day, which reveals truncated or rewritten streams. */
export const heads = {
  name: '0006-heads',
  sql: `
    CREATE TABLE ops.heads (
      stream    text COLLATE "C" NOT NULL,
      day       date NOT NULL,
      revision  bigint NOT NULL,
      position  bigint NOT NULL,
      hash      text NOT NULL,
      key       text NOT NULL, -- which key has signed, not the key itself
      signature text NOT NULL,
      PRIMARY KEY (stream, day)
    );
    CREATE INDEX heads_position ON ops.heads (position);
  `,
};
