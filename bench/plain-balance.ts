/**
 * What the trial balance says of each account, as one statement: company file and fiscal year. The year is the last, and
 * those before it are open: what they left is added up by both sides.
 */
export const PLAIN_BALANCE = `
  SELECT a.number, a.label, sum(b.debit - b.credit) FILTER (WHERE b.fiscal_year_id <> $2) AS opening,
    sum(b.debit) FILTER (WHERE b.fiscal_year_id = $2) AS debit, sum(b.credit) FILTER (WHERE b.fiscal_year_id = $2) AS credit,
    sum(b.debit - b.credit) AS closing
  FROM read.balances b JOIN read.accounts a ON a.id = b.account_id
  WHERE b.company_id = $1 GROUP BY a.number, a.label ORDER BY a.number`;
