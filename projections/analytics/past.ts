import type { DerivedRows } from '../support/table.ts';

/** Analytic amounts at an earlier moment: moves count from the moment when they were recorded. */

export const pastAnalyticMoves: DerivedRows = {
  of: [],
  buildRows: ({
    company,
    at,
  }) => `SELECT entry_id, version, line_number, place, company_id, code_id, account_id, period_id,
      fiscal_year_id, layer, entry_date, share, debit, credit, recorded_at
    FROM read.analytic_moves WHERE company_id = ${company} AND recorded_at <= ${at}`,
};

/** Earlier months are stored; for the month of the moment, the moves are summed. */
export const pastAnalyticBalances: DerivedRows = {
  of: [],
  buildRows({ company, at }) {
    const month = `date_trunc('month', ${at} AT TIME ZONE 'UTC')`;
    return `SELECT company_id, code_id, account_id, period_id, layer, recorded_in, fiscal_year_id, debit, credit, lines_count
      FROM read.analytic_balances WHERE company_id = ${company} AND recorded_in < ${month}::date
      UNION ALL
      SELECT company_id, code_id, account_id, period_id, layer, ${month}::date, fiscal_year_id,
        sum(debit)::numeric(20,2) AS debit, sum(credit)::numeric(20,2) AS credit, sum(sign(place))::bigint AS lines_count
      FROM read.analytic_moves
      WHERE company_id = ${company} AND recorded_at >= ${month} AT TIME ZONE 'UTC' AND recorded_at <= ${at}
      GROUP BY company_id, code_id, account_id, period_id, layer, fiscal_year_id`;
  },
};
