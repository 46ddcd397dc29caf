import pg from 'pg';
import { sampleEntry } from '../entry.ts';
import { openPastCore, pastOn, rebuildFromNothing } from '../past.ts';
import { ratioResult, type Result } from '../report.ts';
import { compare } from '../rounds.ts';
import type { Stage } from '../stage.ts';

/** How fast read tables are made from the log, against only inserting the same headers and lines. */

const ENTRIES_A_COMMIT = 100;
const LINES = 4;

export async function measureRebuild(stage: Stage): Promise<Result[]> {
  const past = await pastOn(stage);
  const bareUrl = await stage.createDatabase('inserting');
  await stage.settle();
  stage.note('rebuild: bare inserts');
  const before = await insertAll(bareUrl, stage.extent.pastEntries);
  await stage.settle();
  stage.note('rebuild');
  const core = await openPastCore(past, stage.folder);
  try {
    const { events, milliseconds } = await rebuildFromNothing(core);
    await stage.settle();
    stage.note('rebuild: bare inserts again');
    const after = await insertAll(bareUrl, stage.extent.pastEntries);
    const rate = (events * 1000) / milliseconds;
    const ratios = compare({ measured: [rate, rate], baseline: [before, after] }, (one) => one);
    return [
      ratioResult(
        `rebuild of ${stage.extent.pastEntries.toLocaleString('en').replaceAll(',', ' ')} entries`,
        '/s',
        ratios,
        { atLeast: 0.3 },
      ),
    ];
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

/** Entries a second: two set-based statements and one commit for each hundred of them. */
async function insertAll(databaseUrl: string, count: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
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
    return (count * 1000) / (performance.now() - startedAt);
  } finally {
    await client.end();
  }
}
