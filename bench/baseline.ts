import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';
import { countExchanges } from '../database/round-trips.ts';
import type { SampleEntry } from './entry.ts';

/**
 * What the service's writes are held against, in a process of its own: a bare Express endpoint that stores one header,
 * four lines and one event in one commit a request. It checks nothing, numbers nothing, and knows no one.
 */

const SCHEMA = `
  CREATE TABLE headers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    company_id bigint NOT NULL,
    journal_id bigint NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    entry_date date NOT NULL,
    due_date date,
    label text,
    reference text,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE lines (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entry_id bigint NOT NULL,
    account text NOT NULL,
    debit numeric(20,2) NOT NULL,
    credit numeric(20,2) NOT NULL,
    label text
  );
  CREATE TABLE events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    company_id bigint NOT NULL,
    type text NOT NULL,
    data jsonb NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT now()
  )`;

/** Plain queries, as most code sends them; with PREPARED set, statements that the server parses and plans once. */
function named(name: string): { name?: string } {
  return process.env['PREPARED'] ? { name } : {};
}

const INSERT_HEADER = {
  ...named('header'),
  text: `INSERT INTO headers (company_id, journal_id, entry_date, due_date, label, reference) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id, number`,
};
const INSERT_LINES = {
  ...named('lines'),
  text: `INSERT INTO lines (entry_id, account, debit, credit, label) VALUES
    ($1, $2, $3, $4, $5), ($1, $6, $7, $8, $9), ($1, $10, $11, $12, $13), ($1, $14, $15, $16, $17)`,
};
const INSERT_EVENT = {
  ...named('event'),
  text: `INSERT INTO events (company_id, type, data) VALUES ($1, 'EntryPosted', $2)`,
};

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  application_name: 'baseline',
  max: Number(process.env['POOL_SIZE']),
  idleTimeoutMillis: 0,
});
pool.on('error', () => undefined); // the server stops first when the benchmark is interrupted
pool.on('connect', countExchanges);
await pool.query(SCHEMA);

const app = express();
app.use(express.json());
app.post('/companies/:company/entries', async (request, response) => {
  const entry = request.body as SampleEntry;
  const { company } = request.params;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string; number: string }>({
      ...INSERT_HEADER,
      values: [company, entry.journal_id, entry.entry_date, entry.due_date, entry.label, entry.reference],
    });
    const header = rows[0]!;
    await client.query({
      ...INSERT_LINES,
      values: [
        header.id,
        ...entry.lines.flatMap(({ account, debit, credit, label }) => [account, debit, credit, label]),
      ],
    });
    await client.query({ ...INSERT_EVENT, values: [company, JSON.stringify({ ...header, ...entry })] });
    await client.query('COMMIT');
    response.status(201).json({ ...header, ...entry });
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stderr.write(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
