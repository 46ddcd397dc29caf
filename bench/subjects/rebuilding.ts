import pg from 'pg';
import { countExchanges, readExchanges, startCounting } from '../../database/round-trips.ts';
import type { Core } from '../../service/core.ts';
import { createClosedMeter } from '../costs/meter.ts';
import { takeMeteredTurns } from '../costs/turns.ts';
import { sampleEntry } from '../entry.ts';
import type { Throughput } from '../load.ts';
import { openPastCore, pastOn, rebuildFromNothing } from '../past.ts';
import { meteredResult, spaced, type Result } from '../report.ts';
import type { Stage } from '../stage.ts';

/** How fast read tables are made from the log, against only inserting the same headers and lines. */

const ENTRIES_A_COMMIT = 100;
const LINES = 4;

export async function measureRebuild(stage: Stage): Promise<Result[]> {
  const past = await pastOn(stage);
  const bareUrl = await stage.createDatabase('inserting');
  const { pastEntries, rebuildRounds } = stage.extent;
  startCounting();
  const meter = createClosedMeter(stage, { pid: process.pid, readExchanges: () => Promise.resolve(readExchanges()) });
  let core: Core | null = null;
  stage.note('rebuild, and bare inserts of the same');
  const turns = await takeMeteredTurns(
    rebuildRounds,
    0,
    {
      meter,
      isOpen: false,
      async prepare() {
        await stage.settle();
        core = await openPastCore(past, stage.folder);
      },
      run: () => rebuild(core!),
    },
    { meter, isOpen: false, prepare: stage.settle, run: () => insertAll(bareUrl, pastEntries) },
  );
  return [meteredResult('rebuild', `rebuild of ${spaced(pastEntries)} entries`, '/s', turns, { atLeast: 0.3 })];
}

async function rebuild(core: Core): Promise<Throughput> {
  try {
    const { events, milliseconds } = await rebuildFromNothing(core);
    return { perSecond: (events * 1000) / milliseconds, requests: events, p50: milliseconds };
  } finally {
    await core.stop();
  }
}

const SCHEMA = `
  DROP TABLE IF EXISTS headers, lines;
  CREATE TABLE headers (
    id bigint PRIMARY KEY, company_id bigint NOT NULL, journal_id bigint NOT NULL, number bigint NOT NULL,
    entry_date date NOT NULL, due_date date, label text, reference text, created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE lines (
    entry_id bigint NOT NULL, line_number integer NOT NULL, account text NOT NULL,
    debit numeric(20,2) NOT NULL, credit numeric(20,2) NOT NULL, label text, PRIMARY KEY (entry_id, line_number)
  )`;

const HEADERS = {
  name: 'headers',
  text: `INSERT INTO headers (id, company_id, journal_id, number, entry_date, due_date, label, reference)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::date[], $6::date[], $7::text[], $8::text[])`,
};
const INSERT_LINES = {
  name: 'lines',
  text: `INSERT INTO lines (entry_id, line_number, account, debit, credit, label)
    SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::numeric[], $5::numeric[], $6::text[])`,
};

/** Two set-based statements and one commit for each hundred of them. */
async function insertAll(databaseUrl: string, count: number): Promise<Throughput> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  countExchanges(client);
  try {
    await client.query(SCHEMA);
    const startedAt = performance.now();
    for (let first = 1; first <= count; first += ENTRIES_A_COMMIT) {
      const ids = Array.from({ length: Math.min(ENTRIES_A_COMMIT, count - first + 1) }, (_, index) => first + index);
      const entries = ids.map((id) => sampleEntry(id, 1));
      const lines = entries.flatMap((entry) => entry.lines);
      await client.query('BEGIN');
      await client.query({
        ...HEADERS,
        values: [
          ids,
          ids.map(() => 1),
          entries.map((entry) => entry.journal_id),
          ids,
          entries.map((entry) => entry.entry_date),
          entries.map((entry) => entry.due_date),
          entries.map((entry) => entry.label),
          entries.map((entry) => entry.reference),
        ],
      });
      await client.query({
        ...INSERT_LINES,
        values: [
          lines.map((_, index) => ids[Math.floor(index / LINES)]),
          lines.map((_, index) => (index % LINES) + 1),
          lines.map(({ account }) => account),
          lines.map(({ debit }) => debit),
          lines.map(({ credit }) => credit),
          lines.map(({ label }) => label),
        ],
      });
      await client.query('COMMIT');
    }
    const milliseconds = performance.now() - startedAt;
    return { perSecond: (count * 1000) / milliseconds, requests: count, p50: milliseconds };
  } finally {
    await client.end();
  }
}
