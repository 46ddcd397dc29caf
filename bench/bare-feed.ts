import type { AddressInfo } from 'node:net';
import express from 'express';
import { createPool } from '../database/pool.ts';

/**
 * What a pull is held against, in a process of its own: a bare Express handler that reads as many changes behind a number with
 * their records by one indexed statement, and answers the rows as they are. No sign-in, no rights, no form of their own.
 */

const pool = createPool(process.env['DATABASE_URL'] ?? '', {
  max: Number(process.env['POOL_SIZE']),
  applicationName: 'baseline',
});

const app = express();
app.disable('etag');

app.get('/companies/:company/changes', async (request, response) => {
  const { rows } = await pool.query({
    name: 'bare-feed',
    text: `SELECT c.seq, c.resource, c.op, c.version, a.recorded_at AS changed_at, t.* FROM read.changes c
           JOIN read.activity a ON a.position = c.position JOIN read.third_parties t ON t.id = c.record_id
           WHERE c.company_id = $1 AND c.seq > $2 ORDER BY c.seq LIMIT $3`,
    values: [Number(request.params.company), Number(request.query['since']), Number(request.query['limit'])],
  });
  response.json(rows);
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stderr.write(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
