import pg from 'pg';
import { plainResult, ratioResult, spaced, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startSignedIn, type SignedInService } from '../service.ts';
import type { Stage } from '../stage.ts';

/**
 * The analytic report of a company file with very many lines. Codes are made by the service; what its lines do to the kept sums is put into
 * the read tables, as the projector would have left it: that is all that the report reads.
 */

const ROUNDS = 9;
const CODES = 100;
const ACCOUNTS = 20;
const FIRST_ENTRY = 1_000_000_000;

export async function measureAnalytics(stage: Stage): Promise<Result[]> {
  const lines = stage.extent.analyticLines;
  const databaseUrl = await stage.createDatabase('analytics');
  const service = await startSignedIn(stage, databaseUrl);
  const bare = new pg.Client({ connectionString: databaseUrl });
  try {
    await bare.connect();
    const file = await service.openFile('Analytics');
    const path = `/v1/companies/${file.public_token}`;
    await makeCodes(service, path);
    stage.note(`analytics: ${spaced(lines)} lines`);
    await makeLines(bare, file.id, lines);
    const report = `${path}/reports/analytic?axis=PROJECT`;
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const startedAt = performance.now();
      await work();
      return performance.now() - startedAt;
    };
    const ask = (): Promise<number> => timed(() => service.call('GET', report));
    const query = (): Promise<number> =>
      timed(async () => {
        const sums = (await bare.query(RAW, [file.id])).rows;
        return JSON.stringify([sums, (await bare.query(RAW_BALANCES, [file.id])).rows]);
      });
    await ask();
    await query();
    const turns = compare(await takeTurns(ROUNDS, ask, query), (milliseconds) => milliseconds);
    const subject = `GET reports/analytic of ${spaced(lines)} lines on ${CODES} codes`;
    return [
      plainResult(`${subject}, alone`, 'ms', turns.measured, { atMost: 150 }),
      ratioResult(`${subject}, against the bare statements`, 'ms', turns, { atMost: 3 }),
    ];
  } finally {
    await bare.end();
    await service.stop();
  }
}

/** By code and account with their names, as the report has them, over the whole year. */
const RAW = `SELECT c.code, c.label, c.parent_id, a.number, a.label AS account, sum(b.debit) AS debit, sum(b.credit) AS credit
  FROM read.analytic_balances b JOIN read.analytic_codes c ON c.id = b.code_id JOIN read.accounts a ON a.id = b.account_id
  WHERE b.company_id = $1 AND c.axis = 'PROJECT' AND b.layer IN ('movement', 'awaiting')
  GROUP BY c.code, c.label, c.parent_id, a.number, a.label ORDER BY c.code, a.number`;

const RAW_BALANCES = `SELECT a.number, a.label, b.period_id, sum(b.debit) AS debit, sum(b.credit) AS credit
  FROM read.balances b JOIN read.accounts a ON a.id = b.account_id
  WHERE b.company_id = $1 AND b.layer IN ('movement', 'awaiting') GROUP BY a.number, a.label, b.period_id`;

/** A tenth of them at the top, the others below those. */
async function makeCodes(service: SignedInService, path: string): Promise<void> {
  const tops: number[] = [];
  for (let place = 0; place < CODES; place += 1) {
    const parent_id = place < CODES / 10 ? null : tops[place % tops.length];
    const code = { axis: 'PROJECT', code: `P${place}`, label: `Project ${place}`, parent_id };
    const { id } = await service.call<{ id: number }>('POST', `${path}/analytic-codes`, code);
    if (parent_id === null) tops.push(id);
  }
}

/** A line of one code on each; what they come to is kept by code, account and period, and by account and period. */
async function makeLines(bare: pg.Client, companyId: number, count: number): Promise<void> {
  await bare.query(
    `INSERT INTO read.analytic_moves (entry_id, version, line_number, place, company_id, code_id, account_id, period_id, fiscal_year_id,
       layer, entry_date, share, debit, credit, recorded_at)
     SELECT ${FIRST_ENTRY} + n, 1, 1, 1, $1, c.id, a.id, p.id, p.year, 'movement', p.starts_on, NULL,
       (n % 9973)::numeric / 100, 0, now()
     FROM generate_series(1, $2::integer) AS n
     JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM read.analytic_codes WHERE company_id = $1) c
       ON c.place = n % ${CODES}
     JOIN (SELECT id, row_number() OVER (ORDER BY number) - 1 AS place FROM read.accounts
       WHERE company_id = $1 AND is_postable AND number LIKE '6%' LIMIT ${ACCOUNTS}) a ON a.place = n / ${CODES} % ${ACCOUNTS}
     JOIN (SELECT y.id AS year, t.id, t.starts_on, row_number() OVER (ORDER BY t.starts_on) - 1 AS place
       FROM read.fiscal_years y, jsonb_to_recordset(y.periods) AS t(id bigint, starts_on date) WHERE y.company_id = $1) p
       ON p.place = n / ${CODES * ACCOUNTS} % 12`,
    [companyId, count],
  );
  const month = `date_trunc('month', now() AT TIME ZONE 'UTC')::date`;
  await bare.query(
    `INSERT INTO read.analytic_balances (company_id, code_id, account_id, period_id, layer, recorded_in, fiscal_year_id, debit, credit, lines_count)
     SELECT company_id, code_id, account_id, period_id, layer, ${month}, fiscal_year_id, sum(debit), sum(credit), count(*)
     FROM read.analytic_moves WHERE company_id = $1 GROUP BY company_id, code_id, account_id, period_id, layer, fiscal_year_id`,
    [companyId],
  );
  await bare.query(
    `INSERT INTO read.balances (company_id, account_id, period_id, layer, recorded_in, fiscal_year_id, debit, credit, lines_count, entries_count)
     SELECT company_id, account_id, period_id, layer, ${month}, fiscal_year_id, sum(debit), sum(credit), count(*), count(*)
     FROM read.analytic_moves WHERE company_id = $1 GROUP BY company_id, account_id, period_id, layer, fiscal_year_id`,
    [companyId],
  );
  await bare.query('VACUUM (ANALYZE) read.analytic_moves, read.analytic_balances, read.balances');
}
