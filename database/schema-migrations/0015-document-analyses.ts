/** Claims of document analyses: process, expiry and progress. */
export const documentAnalyses = {
  name: '0015-document-analyses',
  sql: `
    CREATE TABLE ops.document_analyses (
      import_id     bigint PRIMARY KEY,
      company_id    bigint NOT NULL,
      claimed_by    uuid NOT NULL,
      claimed_until timestamptz NOT NULL,
      progress      integer NOT NULL DEFAULT 0,
      step          text NOT NULL DEFAULT 'queued',
      attempts      integer NOT NULL DEFAULT 1
    );
  `,
};
