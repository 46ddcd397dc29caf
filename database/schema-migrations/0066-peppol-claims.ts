/** Which company file may register a number in the Peppol network, so that two requests at once cannot both do it. */
export const peppolClaims = {
  name: '0066-peppol-claims',
  sql: `
    CREATE TABLE ops.peppol_claims (
      identifier text PRIMARY KEY,
      company_id bigint NOT NULL,
      claimed_at timestamptz NOT NULL DEFAULT now()
    );
  `,
};
