/**
 * Import of books from other programs: requests, progress, and staged content of the files until it is in the log. Staged
 * content is read again from the files if a crash of the server has emptied the tables.
 */
export const booksOfOtherPrograms = {
  name: '0030-books-of-other-programs',
  sql: `
    CREATE TABLE ops.migrations (
      id            bigint PRIMARY KEY,
      company_id    bigint NOT NULL,
      user_id       bigint,
      status        text NOT NULL DEFAULT 'queued',
      dry_run       boolean NOT NULL,
      files         jsonb NOT NULL,
      options       jsonb NOT NULL,
      /** The plan, once the source is known to fit. */
      plan          jsonb,
      counts        jsonb NOT NULL DEFAULT '{}',
      done          jsonb NOT NULL DEFAULT '{}',
      problems      jsonb NOT NULL DEFAULT '[]',
      errors_count  integer NOT NULL DEFAULT 0,
      warnings_count integer NOT NULL DEFAULT 0,
      trial_balance jsonb,
      attempts      integer NOT NULL DEFAULT 0,
      claimed_by    uuid,
      claimed_until timestamptz,
      created_at    timestamptz NOT NULL DEFAULT now(),
      finished_at   timestamptz
    );
    CREATE INDEX migrations_of_company ON ops.migrations (company_id, id);
    CREATE INDEX migrations_waiting ON ops.migrations (id) WHERE finished_at IS NULL;

    CREATE UNLOGGED TABLE ops.migration_lines (
      migration_id bigint NOT NULL,
      line_no      integer NOT NULL,
      file_no      smallint NOT NULL,
      file_line    integer NOT NULL,
      journal      text COLLATE "C" NOT NULL,
      number       text COLLATE "C" NOT NULL,
      entry_date   date NOT NULL,
      account      text COLLATE "C" NOT NULL,
      party        text COLLATE "C",
      reference    text,
      label        text,
      due_date     date,
      cents        bigint NOT NULL,
      letter       text COLLATE "C",
      /** 2: its journal opens years; 1: its words say so; 0: neither. */
      opens        smallint NOT NULL,
      PRIMARY KEY (migration_id, line_no)
    );
    CREATE UNLOGGED TABLE ops.migration_entries (
      migration_id bigint NOT NULL,
      entry_no     integer NOT NULL,
      year_no      smallint NOT NULL,
      journal      text COLLATE "C" NOT NULL,
      number       text COLLATE "C" NOT NULL,
      entry_date   date NOT NULL,
      is_opening   boolean NOT NULL,
      is_posted    boolean NOT NULL,
      first_place  integer NOT NULL,
      balance      bigint NOT NULL,
      characters   bigint NOT NULL,
      lines        integer[] NOT NULL,
      PRIMARY KEY (migration_id, entry_no)
    );
    CREATE UNLOGGED TABLE ops.migration_letterings (
      migration_id bigint NOT NULL,
      lettering_no integer NOT NULL,
      account      text COLLATE "C" NOT NULL,
      party        text COLLATE "C",
      settled_on   date NOT NULL,
      entry_nos    integer[] NOT NULL,
      places       integer[] NOT NULL,
      numbers      integer[] NOT NULL,
      cents        bigint[] NOT NULL,
      PRIMARY KEY (migration_id, lettering_no)
    );
  `,
};
