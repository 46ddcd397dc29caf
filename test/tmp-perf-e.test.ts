import { startTestService } from './support/service.ts';
describe('perf', function () {
  this.timeout(300000);
  it('measures', async () => {
    const service = await startTestService();
    try {
    const firm = await service.newFirm();
    const file = await service.newCompany(firm.client, { fiscal_year: { starts_on: '2016-01-01', ends_on: '2016-12-31' } });
    for (let y = 2017; y < 2026; y++) await firm.client.post(`${file.path}/fiscal-years`, { starts_on: `${y}-01-01`, ends_on: `${y}-12-31` });
    const pool = service.core.pool;
    const party = (await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'A' })).body.id;
    const od = file.journal('OD');
    const acc = file.account('400000'), sales = file.account('700000');
    console.time('fill');
    await pool.query(`CREATE TEMP TABLE IF NOT EXISTS x (i int)`);
    await pool.query(`INSERT INTO read.entries (id, company_id, journal_id, fiscal_year_id, period_id, number, entry_date, status, origin, layer, third_party_id, total, lines_count, version, seq, created_at, updated_at, search)
      SELECT 1000000+i, $1, $2, p.year_id, p.id, i, d.day, 'posted', 'free', 'movement', $3, 10, 2, 1, 1000000+i, now(), now(), ''
      FROM generate_series(1, 100000) i CROSS JOIN LATERAL (SELECT date '2025-01-01' + (i % 365) AS day) d
      JOIN (SELECT f.id AS year_id, (x->>'id')::bigint AS id, (x->>'starts_on')::date AS s, (x->>'ends_on')::date AS e FROM read.fiscal_years f, jsonb_array_elements(f.periods) x WHERE f.company_id=$1) p ON d.day BETWEEN p.s AND p.e`, [file.id, od, party]);
    await pool.query(`INSERT INTO read.entry_lines (entry_id, line_number, id, company_id, account_id, third_party_id, entry_date, debit, credit, layer, settled)
      SELECT e.id, n, e.id*2+n, e.company_id, CASE n WHEN 1 THEN $2::bigint ELSE $3::bigint END, CASE n WHEN 1 THEN e.third_party_id END, e.entry_date, CASE n WHEN 1 THEN 10 ELSE 0 END, CASE n WHEN 1 THEN 0 ELSE 10 END, 'movement', CASE n WHEN 1 THEN 10 ELSE 0 END
      FROM read.entries e, generate_series(1,2) n WHERE e.company_id=$1`, [file.id, acc, sales]);
    await pool.query(`INSERT INTO read.balances (company_id, account_id, period_id, layer, fiscal_year_id, debit, credit, lines_count, entries_count)
      SELECT l.company_id, l.account_id, e.period_id, l.layer, e.fiscal_year_id, sum(l.debit), sum(l.credit), count(*), count(*) FROM read.entry_lines l JOIN read.entries e ON e.id=l.entry_id WHERE l.company_id=$1 GROUP BY 1,2,3,4,5`, [file.id]);
    await pool.query(`INSERT INTO read.balances (company_id, account_id, period_id, layer, fiscal_year_id, debit, credit, lines_count, entries_count)
      SELECT $1, a.id, p.id, 'movement', p.year_id, 5, 5, 0, 0 FROM (SELECT id FROM read.accounts WHERE company_id=$1 AND is_postable ORDER BY id LIMIT 400) a,
       (SELECT f.id AS year_id, (x->>'id')::bigint AS id FROM read.fiscal_years f, jsonb_array_elements(f.periods) x WHERE f.company_id=$1) p ON CONFLICT DO NOTHING`, [file.id]);
    await pool.query(`INSERT INTO read.entry_counts (company_id, entry_date, journal_id, entries_count, reversed_count, total) SELECT company_id, entry_date, journal_id, count(*), 0, sum(total) FROM read.entries WHERE company_id=$1 GROUP BY 1,2,3`, [file.id]);
    await pool.query(`INSERT INTO read.third_party_balances (company_id, third_party_id, account_id, period_id, layer, fiscal_year_id, debit, credit) SELECT l.company_id, l.third_party_id, l.account_id, e.period_id, 'movement', e.fiscal_year_id, sum(l.debit), sum(l.credit) FROM read.entry_lines l JOIN read.entries e ON e.id=l.entry_id WHERE l.company_id=$1 AND l.third_party_id IS NOT NULL GROUP BY 1,2,3,4,6`, [file.id]);
    await pool.query('ANALYZE read.entries; ANALYZE read.entry_lines; ANALYZE read.balances; ANALYZE read.entry_counts; ANALYZE read.third_party_balances');
    console.timeEnd('fill');
    const raw = `SELECT account_id, sum(debit), sum(credit) FROM read.balances WHERE company_id=$1 GROUP BY account_id`;
    const time = async (name: string, run: () => Promise<unknown>) => {
      const all: number[] = [];
      for (let i = 0; i < 7; i++) { const s = performance.now(); await run(); all.push(performance.now() - s); }
      console.log(name, all.map((x) => x.toFixed(1)).join(' '));
    };
    await time('raw', () => pool.query(raw, [file.id]));
    for (const q of ['trial-balance?fiscal_year_id=' + file.fiscalYearId, 'trial-balance?from=2025-01-01&to=2025-12-31', 'trial-balance?from=2025-01-01&to=2025-12-31&level=2', 'trial-balance?from=2025-03-10&to=2025-12-31',
      'trial-balance?from=2025-01-01&to=2025-12-31&as_of=2030-01-01T00:00:00Z','trial-balance?from=2025-01-01&to=2025-12-31&as_of=2020-01-01T00:00:00Z',
      'general-ledger?from=2025-01-01&to=2025-12-31', 'general-ledger?from=2025-01-01&to=2025-12-31&page=1000', 'general-ledger?from=2025-01-15&to=2025-12-15&page=3000',
      'journals?from=2025-01-01&to=2025-12-31', 'journals?from=2025-01-01&to=2025-12-31&page=1900', 'third-party-balance?type=customer&from=2025-01-01&to=2025-12-31', 'third-party-balance?type=customer&from=2025-01-05&to=2025-12-31', 'aged-balance?type=customer&as_of=2025-12-31'])
      await time(q, async () => { const a = await firm.client.get(`${file.path}/reports/${q}`); if (a.status !== 200) throw new Error(a.text); });
    } finally { await service.stop(); }
  });
});
