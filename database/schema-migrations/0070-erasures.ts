/** Erasures of personal data that are complete: their keys are destroyed, and no table shows the person any more. */
export const erasures = {
  name: '0070-erasures',
  sql: `
    CREATE TABLE ops.completed_erasures (
      company_id     bigint NOT NULL,
      third_party_id bigint NOT NULL,
      version        integer NOT NULL,
      completed_at   timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (company_id, third_party_id, version)
    );

    -- Stored files that were removed. A page that says so is served instead.
    CREATE TABLE ops.erased_files (
      sha256    text PRIMARY KEY,
      erased_at timestamptz NOT NULL DEFAULT now()
    );
  `,
};
