import pg from 'pg';
import { FISCAL_YEAR } from '../entry.ts';
import { fire, type Throughput } from '../load.ts';
import { plainResult, ratioResult, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import type { SignedInService } from '../service.ts';
import type { Stage } from '../stage.ts';
import { startUnlimited } from '../unlimited.ts';

/** Opening company files, with chart, VAT codes, journals and year, against bare inserts of the same rows. */

const CONNECTIONS = 8;
const TABLES = ['companies', 'fiscal_years', 'accounts', 'vat_codes', 'journals'] as const;

export async function measureOpening(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('opening');
  const service = await startUnlimited(stage, databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  pool.on('error', () => undefined);
  try {
    const insert = await bareInserts(service, pool);
    return await compareThem(stage, service, insert);
  } finally {
    await pool.end();
    await service.stop();
  }
}

/** The rows of a file that the service has opened, once more under other ids: one statement a table, one commit a file. */
async function bareInserts(service: SignedInService, pool: pg.Pool): Promise<() => Promise<void>> {
  const { id } = await service.openFile('Copied');
  await pool.query('CREATE SCHEMA bare');
  const rows: Record<string, string> = {};
  for (const table of TABLES) {
    await pool.query(`CREATE TABLE bare.${table} (LIKE read.${table} INCLUDING ALL)`);
    const column = table === 'companies' ? 'id' : 'company_id';
    const { rows: found } = await pool.query<{ rows: string }>(
      `SELECT json_agg(t)::text AS rows FROM read.${table} t WHERE ${column} = $1`,
      [id],
    );
    rows[table] = found[0]!.rows;
  }
  let files = 0;
  return async () => {
    const offset = (files += 1) * 100_000;
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      for (const table of TABLES) {
        const others = table === 'companies' ? '' : ', company_id';
        const moved = table === 'companies' ? '' : `, company_id + ${offset}`;
        const names = await columnsOf(client, table);
        await client.query({
          text: `INSERT INTO bare.${table} (id${others}, ${names}) SELECT id + ${offset}${moved}, ${names} FROM json_populate_recordset(NULL::bare.${table}, $1)`,
          values: [rows[table]],
        });
      }
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  };
}

const columns = new Map<string, Promise<string>>();

/** Every column but the ids. */
function columnsOf(client: pg.PoolClient, table: string): Promise<string> {
  let known = columns.get(table);
  if (!known) {
    known = client
      .query<{ names: string }>(
        `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
         WHERE table_schema = 'bare' AND table_name = $1 AND column_name NOT IN ('id', 'company_id')`,
        [table],
      )
      .then(({ rows }) => rows[0]!.names);
    columns.set(table, known);
  }
  return known;
}

async function compareThem(
  { extent, settle, note }: Stage,
  service: SignedInService,
  insert: () => Promise<void>,
): Promise<Result[]> {
  const { rounds, warmUpSeconds, openingSeconds } = extent;
  const body = JSON.stringify({ name: 'Opened', fiscal_year: FISCAL_YEAR });
  const request = { method: 'POST', path: '/v1/companies', headers: service.headers, body } as const;
  const open = (seconds: number): Promise<Throughput> =>
    fire({ url: service.url, connections: CONNECTIONS, seconds, requestsOf: () => [request] });
  await settle();
  note('opening: warm-up');
  await open(warmUpSeconds);
  await inserted(insert, warmUpSeconds);
  note(`opening: POST /v1/companies, ${CONNECTIONS} connections`);
  const turns = await takeTurns(
    rounds,
    () => open(openingSeconds),
    () => inserted(insert, openingSeconds),
  );
  const ratios = compare(turns, ({ perSecond }) => perSecond);
  const subject = `POST /v1/companies, ${CONNECTIONS} connections`;
  return [
    plainResult(subject, 'files/s', ratios.measured, { atLeast: 15 }),
    ratioResult(`${subject}, against bare inserts`, '/s', ratios, { atLeast: 1 / 12 }),
  ];
}

async function inserted(insert: () => Promise<void>, seconds: number): Promise<Throughput> {
  const startedAt = performance.now();
  let files = 0;
  const isOver = (): boolean => performance.now() - startedAt > seconds * 1000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (!isOver()) {
        await insert();
        files += 1;
      }
    }),
  );
  return { perSecond: files / ((performance.now() - startedAt) / 1000), requests: files, p50: 0 };
}
