/** Where each stream stood at the end of a day, signed: what is cut off a stream, or written anew, no longer fits. */
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
