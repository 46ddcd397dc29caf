import type { AddressInfo } from 'node:net';
import express from 'express';
import { createPool } from '../database/pool.ts';
import { buildEntryIdsStatement } from '../projections/ledger/entry-list.ts';
import {
  headsStatement,
  headStatement,
  linesStatement,
  type EntryRow,
  type LineRow,
} from '../projections/ledger/queries.ts';
import { PLAIN_BALANCE } from './plain-balance.ts';

/**
 * What the service's reads are held against, in a process of its own: bare Express handlers that run the same SQL on the
 * same database and answer rows of the same shape. No sign-in, no rights, no check of what comes in or goes out.
 */

const pool = createPool(process.env['DATABASE_URL'] ?? '', {
  max: Number(process.env['POOL_SIZE']),
  applicationName: 'baseline',
});

const app = express();
app.disable('etag'); // a digest of each answer, which the service does not compute either

app.get('/companies/:company/entries', async (request, response) => {
  const perPage = Number(request.query['per_page']);
  const company = Number(request.params.company);
  const found = await pool.query<{ total: number; ids: string[] }>(
    buildEntryIdsStatement(company, {}, null, { page: 1, perPage }),
  );
  const { total } = found.rows[0]!;
  const ids = found.rows[0]!.ids.map(Number);
  const [heads, lines] = await Promise.all([
    pool.query<EntryRow>(headsStatement.bind({ companyId: company, ids })),
    pool.query<LineRow>(linesStatement.bind({ companyId: company, ids })),
  ]);
  const byEntry = grouped(lines.rows);
  const byId = new Map(heads.rows.map((head) => [head.id, head]));
  response.json({
    data: ids.map((id) => ({ ...byId.get(id), lines: byEntry.get(id) })),
    total,
    per_page: perPage,
    current_page: 1,
  });
});

app.get('/companies/:company/entries/:id', async (request, response) => {
  const [company, id] = [Number(request.params.company), Number(request.params.id)];
  const [heads, lines] = await Promise.all([
    pool.query<EntryRow>(headStatement.bind({ companyId: company, id })),
    pool.query<LineRow>(linesStatement.bind({ companyId: company, ids: [id] })),
  ]);
  response.json({ ...heads.rows[0], lines: lines.rows });
});

app.get('/companies/:company/trial-balance', async (request, response) => {
  const values = [Number(request.params.company), Number(request.query['fiscal_year_id'])];
  response.json((await pool.query({ name: 'trial-balance', text: PLAIN_BALANCE, values })).rows);
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stderr.write(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

function grouped(rows: readonly LineRow[]): Map<number, LineRow[]> {
  const groups = new Map<number, LineRow[]>();
  for (const row of rows) {
    const group = groups.get(row.entry_id);
    if (group) group.push(row);
    else groups.set(row.entry_id, [row]);
  }
  return groups;
}
