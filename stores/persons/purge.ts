import type pg from 'pg';
import { WORK, withTimeout } from '../../database/pool.ts';
import type { Json } from '../../domain/json.ts';
import { redactJson, redactString } from './redact.ts';

/**
 * Removes the texts of a person from operational data: stored replies, announcements, deliveries and the like. Without
 * texts, such as after a restore, everything of the company file that may contain them goes.
 */

interface PurgedColumn {
  readonly table: string;
  readonly column: string;
  readonly type: 'json' | 'jsonb' | 'text';
  /** Condition on the rows `t` of the company file `$1`. */
  readonly ofCompany: string;
  /** Replaces the value if the texts are not known. */
  readonly otherwise: string;
}

const ANNOUNCED = 't.event_id IN (SELECT o.event_id FROM ops.outbox o WHERE o.company_id = $1)';
const OWN = 't.company_id = $1';

const COLUMNS: readonly PurgedColumn[] = [
  {
    table: 'ops.idempotence',
    column: 'answer',
    type: 'json',
    ofCompany: OWN,
    otherwise: `json_build_object('status', t.status, 'body', '{"erased":true}', 'headers', t.answer -> 'headers')`,
  },
  { table: 'ops.webhook_bodies', column: 'body', type: 'text', ofCompany: ANNOUNCED, otherwise: `'{"erased":true}'` },
  {
    table: 'ops.webhook_deliveries',
    column: 'response_excerpt',
    type: 'text',
    ofCompany: ANNOUNCED,
    otherwise: 'NULL',
  },
  { table: 'ops.webhook_deliveries', column: 'attempt_log', type: 'jsonb', ofCompany: ANNOUNCED, otherwise: `'[]'` },
  { table: 'ops.outbox', column: 'data', type: 'jsonb', ofCompany: OWN, otherwise: `'{"erased":true}'` },
  { table: 'ops.mail_attempts', column: 'outcome', type: 'jsonb', ofCompany: OWN, otherwise: 't.outcome' },
  { table: 'ops.integration_runs', column: 'errors', type: 'jsonb', ofCompany: OWN, otherwise: `'[]'` },
  { table: 'ops.migrations', column: 'problems', type: 'jsonb', ofCompany: OWN, otherwise: `'[]'` },
  { table: 'ops.migrations', column: 'plan', type: 'jsonb', ofCompany: OWN, otherwise: 't.plan' },
  { table: 'ops.migrations', column: 'trial_balance', type: 'jsonb', ofCompany: OWN, otherwise: 't.trial_balance' },
];

/** Whole rows: the content of messages between company files of this service. */
const MESSAGES: readonly (readonly [table: string, condition: string])[] = [
  ['ops.platform_loopback_messages', '(t.sender_company_id = $1 OR t.recipient_company_id = $1)'],
  ['ops.peppol_loopback_messages', '$1::bigint IS NOT NULL'],
];

/** No request waits for these statements. */
const UNHURRIED = withTimeout(WORK.answerMs);

export async function purgeTexts(pool: pg.Pool, companyId: number, texts: readonly string[] | null): Promise<void> {
  const run = <Row extends pg.QueryResultRow>(text: string, ...values: readonly unknown[]) =>
    pool.query<Row>({ text, values: [companyId, ...values], ...UNHURRIED });
  if (texts === null) {
    for (const { table, column, ofCompany, otherwise } of COLUMNS)
      await run(`UPDATE ${table} t SET ${column} = ${otherwise} WHERE ${ofCompany} AND t.${column} IS NOT NULL`);
    return;
  }
  if (texts.length === 0) return;
  for (const column of COLUMNS) await redactColumn(run, column, texts);
  for (const [table, condition] of MESSAGES)
    await run(
      `UPDATE ${table} t SET xml = '' WHERE ${condition} AND EXISTS (
         SELECT FROM unnest($2::text[]) AS x WHERE position(convert_to(x, 'UTF8') IN t.xml) > 0)`,
      texts,
    );
  await pool.query({
    text: `DELETE FROM ops.vat_lookups t WHERE ${buildCondition("t.vat_number || ' ' || t.answer::text", 1)}`,
    values: [texts.flatMap(listWritten)],
    ...UNHURRIED,
  });
}

type Run = <Row extends pg.QueryResultRow>(text: string, ...values: readonly unknown[]) => Promise<pg.QueryResult<Row>>;

/** As it is written in JSON, once and twice: a stored reply contains its body as a text. */
function listWritten(text: string): readonly string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [...new Set([text, once, JSON.stringify(once).slice(1, -1)])];
}

const buildCondition = (value: string, parameter: number): string =>
  `EXISTS (SELECT FROM unnest($${parameter}::text[]) AS x WHERE strpos(lower(${value}), lower(x)) > 0)`;

async function redactColumn(
  run: Run,
  { table, column, type, ofCompany }: PurgedColumn,
  texts: readonly string[],
): Promise<void> {
  const { rows } = await run<{ place: string; value: string }>(
    `SELECT t.ctid::text AS place, t.${column}::text AS value FROM ${table} t
     WHERE ${ofCompany} AND ${buildCondition(`t.${column}::text`, 2)}`,
    texts.flatMap(listWritten),
  );
  for (const { place, value } of rows) {
    const redacted = type === 'text' ? redactString(value, texts) : redactStored(value, texts);
    // A row that has changed since has another place: the second round finds it.
    await run(`UPDATE ${table} t SET ${column} = $3::${type} WHERE ${ofCompany} AND t.ctid = $2::tid`, place, redacted);
  }
}

const redactStored = (value: string, texts: readonly string[]): string =>
  JSON.stringify(redactJson(JSON.parse(value) as Json, texts));
